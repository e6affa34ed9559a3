import { isUtf8 } from 'node:buffer';
import express, { type Request, type Response } from 'express';
import { AppError, badField } from '../../src/errors.ts';

/** 1 MB, counted after decompression. */
const BODY_BYTES_MAX = 1_048_576;

const parseJson = express.json({ limit: BODY_BYTES_MAX, type: isJson, verify: checkText });

/**
 * The request's JSON, undefined when there is no body. Errors: PAYLOAD_TOO_LARGE; BAD_REQUEST with
 * 415 for another content type, charset or encoding, with 400 for what is not JSON.
 */
export async function readBody(req: Request, res: Response): Promise<unknown> {
  if (!hasBody(req)) return undefined;
  if (!isJson(req)) throw unsupported('send the body as application/json');
  await new Promise<void>((done, failed) => {
    parseJson(req, res, (error?: unknown) => (error === undefined ? done() : failed(error)));
  }).catch((error: unknown) => {
    throw bodyError(error);
  });
  return req.body;
}

/** JSON is UTF-8 (RFC 8259 8.1): other bytes would be kept as replacement characters, silently. */
function checkText(_req: unknown, _res: unknown, bytes: Buffer, charset: string): void {
  if (charset !== 'utf-8') throw Object.assign(new Error(charset), { type: 'charset.unsupported' });
  if (!isUtf8(bytes)) throw new Error('not UTF-8');
}

function hasBody(req: Request): boolean {
  const { 'transfer-encoding': transfer, 'content-length': length = '0' } = req.headers;
  return transfer !== undefined || length !== '0';
}

function isJson(req: { headers: { 'content-type'?: string | undefined } }): boolean {
  const [type = ''] = (req.headers['content-type'] ?? '').split(';');
  return type.trim().toLowerCase() === 'application/json';
}

/** Whatever the parser found wrong was sent by the caller; its own words may quote the body. */
function bodyError(error: unknown): AppError {
  const type = error instanceof Error && 'type' in error ? error.type : undefined;
  switch (type) {
    case 'entity.too.large':
      return new AppError('PAYLOAD_TOO_LARGE', `the body is over ${BODY_BYTES_MAX} bytes`);
    case 'charset.unsupported':
      return unsupported('send the body in UTF-8');
    case 'encoding.unsupported':
      return unsupported('send the body plain, or as gzip, deflate or br');
    default:
      return badField('body', 'is not valid JSON, or did not arrive whole');
  }
}

function unsupported(message: string): AppError {
  return new AppError('BAD_REQUEST', message, { status: 415 });
}
