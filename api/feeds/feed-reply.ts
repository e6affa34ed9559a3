import type { FeedPart } from '../../src/feeds/map-feed.ts';
import type { StreamedBody } from '../reply/body.ts';
import { contentTypeHeader } from '../reply/content-type.ts';
import { chooseEncoding, type Encoding } from './encoding.ts';
import { bodyOf, codingsOf } from './feed-body.ts';

/** A feed's conditional headers, as its caller sent them. */
export type FeedHeaders = { 'If-None-Match'?: string; 'Accept-Encoding'?: string };

export type FeedReply =
  | { status: 200; headers: Record<string, string>; body: Uint8Array | StreamedBody }
  | { status: 304; headers: Record<string, string> };

/**
 * Answers with a part of a public feed, in the best coding that the caller accepts and with a
 * strong tag; 304 when the caller already has it. A gzip file is sent as it is.
 * `more` are headers of this feed alone.
 */
export async function replyWithFeed(
  part: FeedPart,
  asked: FeedHeaders,
  more: Record<string, string> = {},
): Promise<FeedReply> {
  const { isGzipFile } = part.form;
  const coding = chooseEncoding(asked['Accept-Encoding'], isGzipFile ? [] : codingsOf(part));
  // Each coding has its own strong tag, because its bytes differ.
  const etag = coding === 'identity' ? `"${part.hash}"` : `"${part.hash}-${coding}"`;
  const headers = {
    ETag: etag,
    // A test key gets the feed of the test world.
    Vary: 'Accept-Encoding, Authorization',
    'Cache-Control': 'public, max-age=300',
    ...more,
  };
  if (isKnown(asked['If-None-Match'], etag)) return { status: 304, headers };
  const encoded: Encoding = isGzipFile ? 'gzip' : coding;
  return {
    status: 200,
    headers: {
      'Content-Type': contentTypeHeader(part.form.contentType),
      ...headers,
      ...(coding !== 'identity' && { 'Content-Encoding': coding }),
    },
    body: await bodyOf(part, encoded),
  };
}

/** RFC 9110 13.1.2: `*`, or a list of tags; a weak tag matches like a strong one. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}
