import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { compressInTurn } from './encoding.ts';
import { joinCrc32 } from './join-crc32.ts';

const deflate = promisify(deflateRaw);

/** The header of a gzip file (RFC 1952): deflate, no flags, no time, unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty last block (RFC 1951 3.2.3). */
const LAST_BLOCK = Buffer.from([0x03, 0x00]);
const TRAILER_BYTES = 8;

type Deflated = { bytes: Buffer; crc: number };

const kept = new WeakMap<Buffer, Promise<Deflated>>();

/**
 * Deflates a piece of text on another thread, once. The result ends on a whole byte and refers to
 * nothing before it, so such pieces can be joined in any selection and order.
 */
function deflated(text: Buffer): Promise<Deflated> {
  let piece = kept.get(text);
  if (piece === undefined) {
    piece = compressInTurn(async () => {
      const bytes = await deflate(text, { finishFlush: constants.Z_SYNC_FLUSH });
      return { bytes, crc: crc32(text) };
    });
    kept.set(text, piece);
  }
  return piece;
}

/** One gzip file of these texts; those deflated before are reused. */
export async function* gzipPieces(texts: Iterable<Buffer>): AsyncGenerator<Buffer> {
  yield HEADER;
  let crc = 0;
  let length = 0;
  for (const text of texts) {
    const piece = await deflated(text);
    yield piece.bytes;
    crc = joinCrc32(crc, piece.crc, text.length);
    length += text.length;
  }
  const trailer = Buffer.alloc(TRAILER_BYTES);
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE(length % 2 ** 32, 4);
  yield Buffer.concat([LAST_BLOCK, trailer]);
}
