import compression from 'compression';
import type { RequestHandler, Response } from 'express';
import { FEED_CONTENT_TYPE } from '../feeds/feed-reply.ts';
import { essenceOf, kindOf } from '../reply/content-type.ts';

/** Smaller answers gain nothing. */
const COMPRESSED_BYTES_MIN = 1_024;

const compress = compression({
  threshold: COMPRESSED_BYTES_MIN,
  filter: (_req, res: Response) => isOfText(String(res.getHeader('Content-Type'))),
});

/**
 * Compresses answers in the coding that their caller gives the greatest weight, on other threads.
 * A map feed is in one already, or meant to be plain: its tag is that of these very bytes. Who
 * names no coding gets none, and pays nothing for it.
 */
export const compressAnswers: RequestHandler = (req, res, next) => {
  if (req.headers['accept-encoding'] === undefined) next();
  else compress(req, res, next);
};

/** Whether others may get an answer of so many bytes, or of who knows how many, compressed. */
export function isCompressible(headers: Record<string, string>, byteLength = Infinity): boolean {
  return byteLength >= COMPRESSED_BYTES_MIN && isOfText(headers['Content-Type'] ?? '');
}

/** Of events each is sent as it comes: a coding would keep them until it has enough of them. */
function isOfText(contentType: string): boolean {
  const kind = kindOf(essenceOf(contentType));
  return contentType !== FEED_CONTENT_TYPE && (kind === 'json' || kind === 'text');
}
