import { chooseEncoding, type Encoding } from '../../src/kit/web/compression/encoding.ts';
import { replyTagged, type TaggedReply } from '../../src/kit/web/reply/tagged.ts';
import type { FeedPart } from '../../src/outbound/feeds/map-feed.ts';
import { bodyOf, codingsOf } from './feed-body.ts';

/** A feed's conditional headers, as its caller sent them. */
export type FeedHeaders = { 'If-None-Match'?: string; 'Accept-Encoding'?: string };

/**
 * Answers with a part of a public feed, in the best coding that the caller accepts and with a
 * strong tag; 304 when the caller already has it. A gzip file is sent as it is.
 * `more` are headers of this feed alone.
 */
export async function replyWithFeed(
  part: FeedPart,
  asked: FeedHeaders,
  more: Record<string, string> = {},
): Promise<TaggedReply> {
  const { contentType, isGzipFile } = part.form;
  const coding = chooseEncoding(asked['Accept-Encoding'], isGzipFile ? [] : codingsOf(part));
  const encoded: Encoding = isGzipFile ? 'gzip' : coding;
  // A test key gets the feed of the test mode.
  const vary = 'Accept-Encoding, Authorization';
  const tagged = { contentType, hash: part.hash, coding, vary, body: () => bodyOf(part, encoded) };
  return replyTagged(tagged, asked['If-None-Match'], more);
}
