import { createHash } from 'node:crypto';
import { chooseEncoding, type Encoding, encode } from '../../src/kit/web/compression/encoding.ts';
import { replyTagged, type TaggedReply } from '../../src/kit/web/reply/tagged.ts';
import type { FeedPart } from '../../src/outbound/feeds/map-feed.ts';
import { bodyOf, codingsOf } from './feed-body.ts';

/** A feed's conditional headers, as its caller sent them. */
type FeedHeaders = { 'If-None-Match'?: string; 'Accept-Encoding'?: string };

// A test key gets the feed of the test mode.
const VARY = 'Accept-Encoding, Authorization';

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
  const tagged = { contentType, hash: part.hash, coding, vary: VARY };
  const body = () => bodyOf(part, encoded);
  return replyTagged({ ...tagged, body }, asked['If-None-Match'], more);
}

/** The same with a JSON text that is made for one call. */
export async function replyWithJson(
  json: string | Buffer,
  asked: FeedHeaders,
): Promise<TaggedReply> {
  const text = Buffer.from(json);
  const hash = createHash('sha256').update(text).digest('hex');
  const coding = chooseEncoding(asked['Accept-Encoding'], codingsOf(text));
  const tagged = { contentType: 'application/json', hash, coding, vary: VARY };
  return replyTagged({ ...tagged, body: () => encode(text, coding) }, asked['If-None-Match']);
}
