import type { IncomingMessage } from 'node:http';
import compression from 'compression';
import type { RequestHandler, Response } from 'express';
import { chooseEncoding } from '../../src/kit/web/compression/encoding.ts';
import { essenceOf, kindOf } from '../../src/kit/web/reply/content-type.ts';

/** Compressing smaller answers saves nothing. */
const COMPRESSED_BYTES_MIN = 1_024;

const compress = compression({
  threshold: COMPRESSED_BYTES_MIN,
  filter: (_req, res: Response) =>
    isOfText(String(res.getHeader('Content-Type')), res.getHeader('ETag')),
});

/**
 * Compresses answers, on other threads, in the coding to which the caller gives the greatest
 * weight. Answers with a tag are left as they are: it belongs to these exact bytes. A caller that
 * names no coding gets the plain bytes at no cost.
 */
export const compressAnswers: RequestHandler = (req, res, next) => {
  if (req.headers['accept-encoding'] === undefined) next();
  else compress(req, res, next);
};

/**
 * Whether an answer of this length can be compressed for some callers. By default the length counts
 * as unknown and large.
 */
export function isCompressible(headers: Record<string, string>, byteLength = Infinity): boolean {
  return (
    byteLength >= COMPRESSED_BYTES_MIN && isOfText(headers['Content-Type'] ?? '', headers.ETag)
  );
}

/** A stream of events is no text here: compression would delay events until a block is full. */
function isOfText(contentType: string, etag: unknown): boolean {
  const kind = kindOf(essenceOf(contentType));
  return etag === undefined && (kind === 'json' || kind === 'text');
}

/** Whether the caller prefers gzip to plain bytes. */
export function asksGzip({ headers }: IncomingMessage): boolean {
  const accept = headers['accept-encoding'];
  return accept !== undefined && chooseEncoding(accept, ['gzip', 'identity']) === 'gzip';
}
