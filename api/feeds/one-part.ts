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
  const hash = createHash('sha256').update(text).digest('hex');
  const byteLength = text.length;
  return { form: JSON_TEXT, hash, texts: [text], count: 1, byteLength, isWhole: false };
}
