import type { Api } from './app.ts';
import { chooseEncoding } from './encoding.ts';
import { createFeedCache, type FeedCache } from './feed-cache.ts';

export const FEED_CONTENT_TYPE = 'application/geo+json';

const AGE_MS_MAX = 5_000;
const CACHE_ENTRIES_MAX = 64;
const CACHE_BYTES_MAX = 128 * 1024 * 1024;

/** A feed's conditional headers, as its caller sent them. */
export type FeedHeaders = { 'If-None-Match'?: string; 'Accept-Encoding'?: string };

export type FeedReply =
  | { status: 200; headers: Record<string, string>; body: Uint8Array }
  | { status: 304; headers: Record<string, string> };

/**
 * Answers with a public map feed that `build` makes and that is kept under `key` for a few seconds:
 * in the best coding the caller accepts, with a strong tag, or 304 when the caller has it already.
 */
export async function replyWithFeed(
  api: Api,
  feed: { key: string; build: () => Promise<Buffer<ArrayBuffer>> },
  asked: FeedHeaders,
): Promise<FeedReply> {
  const kept = await cacheOf(api).get(feed.key, feed.build);
  const encoding = chooseEncoding(asked['Accept-Encoding']);
  const { body, etag } = await kept.version(encoding);
  const headers = {
    ETag: etag,
    // A key may stand for the other world, whose feed is another.
    Vary: 'Accept-Encoding, Authorization',
    'Cache-Control': 'public, max-age=300',
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers':
      'ETag, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
  };
  if (isKnown(asked['If-None-Match'], etag)) return { status: 304, headers };
  const coding = encoding === 'identity' ? {} : { 'Content-Encoding': encoding };
  return {
    status: 200,
    headers: { ...headers, ...coding, 'Content-Type': FEED_CONTENT_TYPE },
    body,
  };
}

/** RFC 9110 13.1.2: `*`, or a list in which weak tags count like strong ones. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}

const caches = new WeakMap<Api, FeedCache>();

function cacheOf(api: Api): FeedCache {
  let cache = caches.get(api);
  if (cache === undefined) {
    cache = createFeedCache({
      clock: api.clock,
      ageMsMax: AGE_MS_MAX,
      entriesMax: CACHE_ENTRIES_MAX,
      bytesMax: CACHE_BYTES_MAX,
    });
    caches.set(api, cache);
  }
  return cache;
}
