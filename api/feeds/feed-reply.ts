import type { FeedPart } from '../../src/feeds/map-feed.ts';
import type { StreamedBody } from '../reply/body.ts';
import { chooseEncoding } from './encoding.ts';
import { bodyOf, codingsOf } from './feed-body.ts';

export const FEED_CONTENT_TYPE = 'application/geo+json';

/** A feed's conditional headers, as its caller sent them. */
export type FeedHeaders = { 'If-None-Match'?: string; 'Accept-Encoding'?: string };

export type FeedReply =
  | { status: 200; headers: Record<string, string>; body: Uint8Array | StreamedBody }
  | { status: 304; headers: Record<string, string> };

/**
 * Answers with a part of a public map feed, in the best coding that the caller accepts and with a
 * strong tag; 304 when the caller already has it.
 */
export async function replyWithFeed(part: FeedPart, asked: FeedHeaders): Promise<FeedReply> {
  const encoding = chooseEncoding(asked['Accept-Encoding'], codingsOf(part));
  // Each coding has its own strong tag, because its bytes differ.
  const etag = encoding === 'identity' ? `"${part.hash}"` : `"${part.hash}-${encoding}"`;
  const headers = {
    ETag: etag,
    // A test key gets the feed of the test world.
    Vary: 'Accept-Encoding, Authorization',
    'Cache-Control': 'public, max-age=300',
  };
  if (isKnown(asked['If-None-Match'], etag)) return { status: 304, headers };
  const coding = encoding === 'identity' ? {} : { 'Content-Encoding': encoding };
  return {
    status: 200,
    headers: { ...headers, ...coding },
    body: await bodyOf(part, encoding),
  };
}

/** RFC 9110 13.1.2: `*`, or a list of tags; a weak tag matches like a strong one. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}
