import { isUtf8 } from 'node:buffer';
import express, { type Request, type Response } from 'express';
import { AppError, badField } from '../../src/errors.ts';
import { BODY_READINGS, type BodyType } from '../operation.ts';

/** 1 MB, counted after decompression. */
const BODY_BYTES_MAX = 1_048_576;

const SETTINGS = { limit: BODY_BYTES_MAX, type: () => true, verify: checkText };
const PARSERS = {
  // Every JSON text is read: what it should have been is for the schema to say.
  json: express.json({ ...SETTINGS, strict: false }),
  text: express.text(SETTINGS),
};

/**
 * The request's body, as its content type is read, undefined when there is none. Errors:
 * PAYLOAD_TOO_LARGE; BAD_REQUEST with 415 for a content type that is not among `types`, another
 * charset or encoding, with 400 for what is not JSON.
 */
export async function readBody(
  req: Request,
  res: Response,
  types: readonly BodyType[] = ['application/json'],
): Promise<unknown> {
  if (!hasBody(req)) return undefined;
  const sent = contentType(req);
  const type = types.find((one) => one === sent);
  if (type === undefined) throw unsupported(`send the body as ${types.join(' or ')}`);
  const reading = BODY_READINGS[type];
  const parse = PARSERS[reading];
  await new Promise<void>((done, failed) => {
    parse(req, res, (error?: unknown) => (error === undefined ? done() : failed(error)));
  }).catch((error: unknown) => {
    if (kindOf(error) !== EMPTY) throw bodyError(error);
  });
  const body: unknown = req.body;
  // Lines arrive as a text as well: a JSON text that is a string is none of them.
  if (reading === 'json' && typeof body !== 'object' && types.some(isLines))
    throw badField('body', 'must be an array or an object');
  return body;
}

function isLines(type: BodyType): boolean {
  return BODY_READINGS[type] === 'text';
}

/** What a body of no bytes is called, however it was announced: none. */
const EMPTY = 'empty';

/** JSON is UTF-8 (RFC 8259 8.1): other bytes would be kept as replacement characters, silently. */
function checkText(_req: unknown, _res: unknown, bytes: Buffer, charset: string): void {
  if (bytes.length === 0) throw Object.assign(new Error(), { type: EMPTY });
  if (charset !== 'utf-8') throw Object.assign(new Error(charset), { type: 'charset.unsupported' });
  if (!isUtf8(bytes)) throw new Error('not UTF-8');
}

function hasBody(req: Request): boolean {
  const { 'transfer-encoding': transfer, 'content-length': length = '0' } = req.headers;
  return transfer !== undefined || length !== '0';
}

function contentType({ headers }: Request): string {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  return type.trim().toLowerCase();
}

/** Whatever the parser found wrong was sent by the caller; its own words may quote the body. */
function bodyError(error: unknown): AppError {
  switch (kindOf(error)) {
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

/** What the parser calls it. */
function kindOf(error: unknown): unknown {
  return error instanceof Error && 'type' in error ? error.type : undefined;
}

function unsupported(message: string): AppError {
  return new AppError('BAD_REQUEST', message, { status: 415 });
}
