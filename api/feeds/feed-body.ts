import { oncePer } from '../../src/kit/cache/once-per.ts';
import { nextTurn } from '../../src/kit/pool/take-turns.ts';
import { type Encoding, encode } from '../../src/kit/web/compression/encoding.ts';
import { gzipPieces } from '../../src/kit/web/compression/gzip-pieces.ts';
import type { StreamedBody } from '../../src/kit/web/reply/body.ts';
import type { FeedPart } from '../../src/outbound/feeds/map-feed.ts';

/** A larger answer is sent while it is made; it is never whole in memory. */
export const WHOLE_BYTES_MAX = 512 * 1024;
const TURN_BYTES_MAX = 256 * 1024;

const NOTHING = Buffer.alloc(0);

/**
 * The codings in which a part is offered. Brotli is left out for large parts: it takes a second
 * each time, while gzip joins pieces that are stored compressed.
 */
export function codingsOf({ byteLength }: FeedPart): readonly Encoding[] {
  return byteLength > WHOLE_BYTES_MAX ? ['gzip', 'identity'] : ['br', 'gzip', 'identity'];
}

/** A part of a map as the bytes of its form, in the given coding. */
export async function bodyOf(part: FeedPart, encoding: Encoding): Promise<Buffer | StreamedBody> {
  if (part.byteLength <= WHOLE_BYTES_MAX) return wholeBody(part, encoding);
  if (encoding === 'gzip') return zippedBody(part);
  const { opening, separator, closing } = wrapOf(part);
  const between = separator.length * Math.max(0, part.pieces.length - 1);
  const byteLength = opening.length + part.byteLength + between + closing.length;
  return { open: () => inTurns(textsOf(part)), byteLength };
}

const zipped = new WeakMap<FeedPart, readonly Buffer[]>();

/**
 * The gzip bytes of the whole map are stored after the first time; they are a tenth of its text.
 */
function zippedBody(part: FeedPart): StreamedBody {
  const kept = zipped.get(part);
  if (kept === undefined) return { open: () => inTurns(zip(part)) };
  const byteLength = kept.reduce((sum, chunk) => sum + chunk.length, 0);
  return { open: () => inTurns(kept), byteLength };
}

async function* zip(part: FeedPart): AsyncGenerator<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of inChunks(gzipPieces(shortTextsOf(part)))) {
    if (part.isWhole) chunks.push(chunk);
    yield chunk;
  }
  if (part.isWhole) zipped.set(part, chunks);
}

const wholesOf = oncePer((_part: FeedPart) => new Map<Encoding, Promise<Buffer>>());

/** Made once per coding, and stored as long as the part is. */
function wholeBody(part: FeedPart, encoding: Encoding): Promise<Buffer> {
  const known = wholesOf(part);
  let body = known.get(encoding);
  if (body === undefined) {
    body = encode(Buffer.concat([...textsOf(part)]), encoding);
    known.set(encoding, body);
  }
  return body;
}

function* textsOf(part: FeedPart): Generator<Buffer> {
  const { opening, closing } = wrapOf(part);
  yield opening;
  for (const { textAndSeparator } of part.pieces.slice(0, -1)) yield textAndSeparator;
  yield part.pieces.at(-1)?.text ?? NOTHING;
  yield closing;
}

/**
 * The same text with each separator on its own, because pieces are stored compressed without it.
 */
function* shortTextsOf(part: FeedPart): Generator<Buffer> {
  const { opening, separator, closing } = wrapOf(part);
  yield opening;
  for (const [i, { text }] of part.pieces.entries()) {
    if (i > 0) yield separator;
    yield text;
  }
  yield closing;
}

/** The bytes around and between the pieces. */
function wrapOf({ form, count }: FeedPart): Record<'opening' | 'separator' | 'closing', Buffer> {
  const { opening, closing } = form.frame(count);
  return {
    opening: Buffer.from(opening),
    separator: Buffer.from(form.separator),
    closing: Buffer.from(closing),
  };
}

/** Lets other work run between pieces, so that one fast caller does not hold up the others. */
async function* inTurns(pieces: Iterable<Buffer> | AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let byteLength = 0;
  for await (const piece of pieces) {
    yield piece;
    byteLength += piece.length;
    if (byteLength < TURN_BYTES_MAX) continue;
    await nextTurn();
    byteLength = 0;
  }
}

/** Joins small pieces, because each piece costs a write. */
async function* inChunks(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let byteLength = 0;
  for await (const piece of pieces) {
    waiting.push(piece);
    byteLength += piece.length;
    if (byteLength < TURN_BYTES_MAX) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    byteLength = 0;
  }
  yield Buffer.concat(waiting);
}
