import compression from 'compression';
import type { RequestHandler, Response } from 'express';
import { FEED_CONTENT_TYPE } from '../feeds/feed-reply.ts';
import { essenceOf, kindOf } from '../reply/content-type.ts';

/** Compressing smaller answers saves nothing. */
const COMPRESSED_BYTES_MIN = 1_024;

const compress = compression({
  threshold: COMPRESSED_BYTES_MIN,
  filter: (_req, res: Response) => isOfText(String(res.getHeader('Content-Type'))),
});

/**
 * Compresses answers, on other threads, in the coding to which the caller gives the greatest
 * weight. Map feeds are left as they are: their tag belongs to these exact bytes. A caller that
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
  return byteLength >= COMPRESSED_BYTES_MIN && isOfText(headers['Content-Type'] ?? '');
}

/** A stream of events is no text here: compression would delay events until a block is full. */
function isOfText(contentType: string): boolean {
  const kind = kindOf(essenceOf(contentType));
  return contentType !== FEED_CONTENT_TYPE && (kind === 'json' || kind === 'text');
}
