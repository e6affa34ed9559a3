import { createHash } from 'node:crypto';
import type { FeedForm } from '../../src/outbound/feeds/feed-form.ts';
import type { FeedPart } from '../../src/outbound/feeds/map-feed.ts';

/** JSON that is sent as it is. */
export const JSON_TEXT: FeedForm = {
  contentType: 'application/json',
  separator: '',
  frame: () => ({ opening: '', closing: '' }),
};

/** A small JSON text that is sent for one call, with the tag and the codings of feeds. */
export function onePart(text: Buffer): FeedPart {
  const hash = createHash('sha256').update(text).digest();
  return {
    form: JSON_TEXT,
    hash: hash.toString('hex'),
    pieces: [{ text, hash, count: 1 }],
    count: 1,
    byteLength: text.length,
    isWhole: false,
  };
}
