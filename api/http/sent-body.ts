import express, { type Request, type Response } from 'express';
import {
  BODY_BYTES_MAX,
  type SentBody,
  tooLarge,
  unsupported,
} from '../../src/kit/web/input/read-body.ts';

const SETTINGS = { limit: BODY_BYTES_MAX, type: () => true };
const READERS = {
  meant: express.raw(SETTINGS),
  // The bytes are wanted as they were sent, and a body that is not trusted yet is not inflated.
  sent: express.raw({ ...SETTINGS, inflate: false }),
};
const CODINGS = {
  meant: 'send the body plain, or as gzip, deflate or br',
  sent: 'send the body plain',
};

/** The body of a request, not read yet; undefined when there is none. */
export function sentBody(req: Request, res: Response): SentBody | undefined {
  const { 'transfer-encoding': transfer, 'content-length': length = '0' } = req.headers;
  if (transfer === undefined && length === '0') return undefined;
  const isPlain = transfer === undefined && req.headers['content-encoding'] === undefined;
  return {
    contentType: req.headers['content-type'] ?? '',
    byteCount: isPlain ? Number(length) : undefined,
    async read(as) {
      const error = await new Promise<unknown>((done) => READERS[as](req, res, done));
      switch (typeOf(error)) {
        case 'entity.too.large':
          throw tooLarge();
        case 'encoding.unsupported':
          throw unsupported(CODINGS[as]);
        default:
          // A caller that hung up has sent no whole body.
          return error === undefined && req.body instanceof Uint8Array ? req.body : undefined;
      }
    },
  };
}

/** The reader's name for the error. */
function typeOf(error: unknown): unknown {
  return error instanceof Error && 'type' in error ? error.type : undefined;
}
