import express, { type Request, type Response } from 'express';
import type { AppError } from '../../src/errors.ts';
import {
  BODY_BYTES_MAX,
  broken,
  type SentBody,
  tooLarge,
  unsupported,
} from '../input/read-body.ts';

const read = express.raw({ limit: BODY_BYTES_MAX, type: () => true });

/** The body of a request, none of it read yet; undefined where there is none. */
export function sentBody(req: Request, res: Response): SentBody | undefined {
  const { 'transfer-encoding': transfer, 'content-length': length = '0' } = req.headers;
  if (transfer === undefined && length === '0') return undefined;
  return {
    contentType: req.headers['content-type'] ?? '',
    async read() {
      await new Promise<void>((done, failed) => {
        read(req, res, (error?: unknown) => (error === undefined ? done() : failed(error)));
      }).catch((error: unknown) => {
        throw bodyError(error);
      });
      const bytes: unknown = req.body;
      // Who hung up before it was read has sent none.
      if (!(bytes instanceof Uint8Array)) throw broken();
      return bytes;
    },
  };
}

/** Whatever was wrong with it was sent by the caller. */
function bodyError(error: unknown): AppError {
  switch (error instanceof Error && 'type' in error ? error.type : undefined) {
    case 'entity.too.large':
      return tooLarge();
    case 'encoding.unsupported':
      return unsupported('send the body plain, or as gzip, deflate or br');
    default:
      return broken();
  }
}
