import { webcrypto } from 'node:crypto';
import type { Clock } from '../src/clock.ts';
import { type Encoding, encode } from './encoding.ts';

/** One representation of a feed: the bytes to send and their strong entity tag. */
export type FeedVersion = { body: Buffer; etag: string };

export type Feed = { version(encoding: Encoding): Promise<FeedVersion> };

export type FeedCache = {
  /** The feed kept under `key` if it is young enough, else a newly built one. */
  get(key: string, build: () => Promise<Buffer<ArrayBuffer>>): Promise<Feed>;
};

type Entry = { feed: Promise<Feed>; builtAt: number; size: { bytes: number } };

/**
 * Keeps built feeds with their compressed forms for `ageMsMax`. Callers that ask for the same feed
 * at once share one build. Past `bytesMax` (uncompressed) or `entriesMax` the oldest go first; a
 * build that fails is not kept.
 */
export function createFeedCache(options: {
  clock: Clock;
  ageMsMax: number;
  entriesMax: number;
  bytesMax: number;
}): FeedCache {
  const entries = new Map<string, Entry>();

  function shrink(): void {
    let bytes = 0;
    for (const { size } of entries.values()) bytes += size.bytes;
    for (const [key, { size }] of entries) {
      if (bytes <= options.bytesMax && entries.size <= options.entriesMax) return;
      bytes -= size.bytes;
      entries.delete(key);
    }
  }

  return {
    get(key, build) {
      const now = options.clock.now();
      const known = entries.get(key);
      if (known !== undefined && Math.abs(now - known.builtAt) < options.ageMsMax)
        return known.feed;
      const size = { bytes: 0 };
      const feed = build().then(async (body) => {
        size.bytes = body.length;
        return createFeed(body, await hashOf(body));
      });
      const entry = { feed, builtAt: now, size };
      // Set anew, so that the order of the map is that of age.
      entries.delete(key);
      entries.set(key, entry);
      feed.then(shrink, () => {
        if (entries.get(key) === entry) entries.delete(key);
      });
      return feed;
    },
  };
}

function createFeed(body: Buffer, hash: string): Feed {
  const versions = new Map<Encoding, Promise<FeedVersion>>();
  return {
    version(encoding) {
      let version = versions.get(encoding);
      if (version === undefined) {
        // Each representation has its own strong tag: their bytes differ.
        const etag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`;
        version = encode(body, encoding).then((encoded) => ({ body: encoded, etag }));
        versions.set(encoding, version);
      }
      return version;
    },
  };
}

/** SHA-256 in hexadecimal, reckoned on another thread. */
async function hashOf(body: Buffer<ArrayBuffer>): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', body)).toString('hex');
}
