import { oncePer } from '../../src/kit/cache/once-per.ts';
import { yieldThread } from '../../src/kit/pool/time-slices.ts';
import { type Encoding, encode } from '../../src/kit/web/compression/encoding.ts';
import { gzipPieces } from '../../src/kit/web/compression/gzip-pieces.ts';
import type { StreamedBody } from '../../src/kit/web/reply/body.ts';
import { joinPieces } from '../../src/kit/web/reply/written-json.ts';
import type { FeedPart } from '../../src/outbound/feeds/map-feed.ts';

/** A larger answer is sent while it is made; it is never whole in memory. */
export const WHOLE_BYTES_MAX = 512 * 1024;
const SLICE_BYTES_MAX = 256 * 1024;

/**
 * The codings in which a part is offered. Brotli is left out for large ones: it takes a second
 * each time, while gzip joins pieces that are stored compressed.
 */
export function codingsOf({ byteLength }: { byteLength: number }): readonly Encoding[] {
  return byteLength > WHOLE_BYTES_MAX ? ['gzip', 'identity'] : ['br', 'gzip', 'identity'];
}

/** A part of a map as the bytes of its form, in the given coding. */
export async function bodyOf(part: FeedPart, encoding: Encoding): Promise<Buffer | StreamedBody> {
  if (part.byteLength <= WHOLE_BYTES_MAX) return wholeBody(part, encoding);
  if (encoding === 'gzip') return zipped.get(part) ?? { open: () => inSlices(zip(part)) };
  const texts = textsOf(part);
  const byteLength = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return { open: () => inSlices(texts), byteLength };
}

const zipped = new WeakMap<FeedPart, StreamedBody>();

/**
 * The gzip bytes of the whole map are stored after the first time; they are a tenth of its text.
 */
async function* zip(part: FeedPart): AsyncGenerator<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of gzipPieces(textsOf(part))) {
    if (part.isWhole) pieces.push(piece);
    yield piece;
  }
  if (!part.isWhole) return;
  const bytes = Buffer.concat(pieces);
  zipped.set(part, { open: () => inSlices(inPieces(bytes)), byteLength: bytes.length });
}

const wholesOf = oncePer((_part: FeedPart) => new Map<Encoding, Promise<Buffer>>());

/** Made once per coding, and stored as long as the part is. */
function wholeBody(part: FeedPart, encoding: Encoding): Promise<Buffer> {
  const known = wholesOf(part);
  let body = known.get(encoding);
  if (body === undefined) {
    body = encode(joinPieces(textsOf(part)), encoding);
    known.set(encoding, body);
  }
  return body;
}

/** The texts as bytes, and what is around and between them as strings. */
function textsOf({ form, texts, count }: FeedPart): readonly (string | Buffer)[] {
  const { opening, closing } = form.frame(count);
  const between = texts.flatMap((text, i) => (i === 0 ? [text] : [form.separator, text]));
  return [opening, ...between, closing];
}

/** Lets other work run between pieces, so that one fast caller does not hold up the others. */
async function* inSlices(
  pieces: Iterable<string | Buffer> | AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  let byteLength = 0;
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    yield bytes;
    byteLength += bytes.length;
    if (byteLength < SLICE_BYTES_MAX) continue;
    await yieldThread();
    byteLength = 0;
  }
}

function* inPieces(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += SLICE_BYTES_MAX)
    yield bytes.subarray(from, from + SLICE_BYTES_MAX);
}
