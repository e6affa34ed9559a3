import express, { type Request, type RequestHandler, type Response } from 'express';
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
    read: (as) => readBytes(req, res, { reader: READERS[as], coding: CODINGS[as] }),
  };
}

/** A reader of the exact bytes of a body, of at most so many. */
export function plainReader(bytesMax: number) {
  const reader = express.raw({ ...SETTINGS, limit: bytesMax, inflate: false });
  return { reader, coding: CODINGS.sent, bytesMax };
}

/**
 * The bytes of a body; undefined when it did not arrive whole, or there is none. Errors:
 * PAYLOAD_TOO_LARGE, BAD_REQUEST with 415.
 */
export async function readBytes(
  req: Request,
  res: Response,
  how: { reader: RequestHandler; coding: string; bytesMax?: number },
): Promise<Uint8Array | undefined> {
  const error = await new Promise<unknown>((done) => how.reader(req, res, done));
  switch (typeOf(error)) {
    case 'entity.too.large':
      throw tooLarge(how.bytesMax);
    case 'encoding.unsupported':
      throw unsupported(how.coding);
    default:
      // A caller that hung up has sent no whole body.
      return error === undefined && req.body instanceof Uint8Array ? req.body : undefined;
  }
}

/** The reader's name for the error. */
function typeOf(error: unknown): unknown {
  return error instanceof Error && 'type' in error ? error.type : undefined;
}
