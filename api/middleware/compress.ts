import type { IncomingMessage } from 'node:http';
import compression from 'compression';
import type { Response } from 'express';
import { FEED_CONTENT_TYPE } from '../feed-reply.ts';

/** Smaller answers gain nothing. */
const COMPRESSED_BYTES_MIN = 1_024;

/**
 * Compresses answers in the coding that their caller gives the greatest weight, on other threads.
 * A map feed is in one already, or meant to be plain: its tag is that of these very bytes.
 */
export const compressAnswers = compression({
  threshold: COMPRESSED_BYTES_MIN,
  filter: (req, res: Response) =>
    res.getHeader('Content-Type') !== FEED_CONTENT_TYPE && compression.filter(req, res),
});

/** Whether an answer of so many bytes may have fewer when it is sent. */
export function mayBeCompressed(
  req: IncomingMessage,
  headers: Record<string, string>,
  byteLength: number,
): boolean {
  return (
    byteLength >= COMPRESSED_BYTES_MIN &&
    req.headers['accept-encoding'] !== undefined &&
    headers['Content-Type'] !== FEED_CONTENT_TYPE
  );
}
