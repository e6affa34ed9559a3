import type { FeedPart } from '../src/feeds/map-feed.ts';
import { nextTurn } from '../src/turns.ts';
import { type Encoding, encode } from './encoding.ts';
import { gzipPieces } from './gzip-pieces.ts';
import type { StreamedBody } from './operation.ts';

/** An answer of more than this is sent as it is made; it is never whole in memory. */
export const WHOLE_BYTES_MAX = 512 * 1024;
const CHUNK_BYTES_MIN = 16 * 1024;

const OPENING = Buffer.from('{"type":"FeatureCollection","features":[');
const CLOSING = Buffer.from(']}');
/** A piece ends with a comma; the last one must not. */
const COMMA_BYTES = 1;

/** A large part comes in codings whose pieces are kept: making it anew takes a second of brotli. */
export function codingsOf({ byteLength }: FeedPart): readonly Encoding[] {
  return byteLength > WHOLE_BYTES_MAX ? ['gzip', 'identity'] : ['br', 'gzip', 'identity'];
}

/** A part of a map as the bytes of an RFC 7946 FeatureCollection, in one of its codings. */
export async function bodyOf(part: FeedPart, encoding: Encoding): Promise<Buffer | StreamedBody> {
  if (part.byteLength <= WHOLE_BYTES_MAX) return wholeBody(part, encoding);
  if (encoding === 'gzip') return { open: () => inChunks(gzipPieces(textsOf(part))) };
  const byteLength = OPENING.length + part.byteLength - COMMA_BYTES + CLOSING.length;
  return { open: () => inChunks(textsOf(part)), byteLength };
}

const wholes = new WeakMap<FeedPart, Map<Encoding, Promise<Buffer>>>();

/** Made once for each coding, for as long as the part is kept. */
function wholeBody(part: FeedPart, encoding: Encoding): Promise<Buffer> {
  let known = wholes.get(part);
  if (known === undefined) {
    known = new Map();
    wholes.set(part, known);
  }
  let body = known.get(encoding);
  if (body === undefined) {
    body = encode(Buffer.concat([...textsOf(part)]), encoding);
    known.set(encoding, body);
  }
  return body;
}

function* textsOf({ pieces }: FeedPart): Generator<Buffer> {
  yield OPENING;
  for (const { text } of pieces.slice(0, -1)) yield text;
  const last = pieces.at(-1)?.text;
  if (last !== undefined) yield last.subarray(0, -COMMA_BYTES);
  yield CLOSING;
}

/** Small pieces are put together and large ones go as they are, each in a turn of its own. */
async function* inChunks(pieces: Iterable<Buffer> | AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let byteLength = 0;
  for await (const piece of pieces) {
    waiting.push(piece);
    byteLength += piece.length;
    if (byteLength < CHUNK_BYTES_MIN) continue;
    // A caller who takes all at once would have all turns, and others none.
    await nextTurn();
    yield waiting.length === 1 ? piece : Buffer.concat(waiting);
    waiting = [];
    byteLength = 0;
  }
  yield Buffer.concat(waiting);
}
