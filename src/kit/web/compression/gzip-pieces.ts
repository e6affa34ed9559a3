import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { oncePer } from '../../cache/once-per.ts';
import { compressOneByOne } from './encoding.ts';

const deflate = promisify(deflateRaw);

/** The header of a gzip file (RFC 1952): deflate, no flags, no time, unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** Takes less than half the time of the usual 6, for 3 % more bytes of a map. */
const LEVEL = 5;
/** The most bytes of a block that is not compressed (RFC 1951 3.2.4), and what precedes them. */
const STORED_BYTES_MAX = 0xffff;
const STORED_HEADER_BYTES = 5;
/** An empty last block (RFC 1951 3.2.3). */
const LAST_BLOCK = Buffer.from([0x03, 0x00]);
const TRAILER_BYTES = 8;

/**
 * Deflates a piece of text on another thread, once. The result ends on a whole byte and refers to
 * nothing before it, so such pieces can be joined in any selection and order.
 */
const deflated = oncePer((text: Buffer) =>
  compressOneByOne(() => deflate(text, { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH })),
);

/** Text that is sent once, as blocks that are not compressed. */
function stored(text: Buffer): Buffer {
  const blocks: Buffer[] = [];
  for (let from = 0; from < text.length; from += STORED_BYTES_MAX) {
    const part = text.subarray(from, from + STORED_BYTES_MAX);
    const header = Buffer.alloc(STORED_HEADER_BYTES);
    header.writeUInt16LE(part.length, 1);
    header.writeUInt16LE(STORED_BYTES_MAX - part.length, 3);
    blocks.push(header, part);
  }
  return Buffer.concat(blocks);
}

/**
 * One gzip file of these texts. Bytes are compressed once and kept as long as they are; a string,
 * which is of one file only, is not compressed.
 */
export async function* gzipPieces(texts: Iterable<Buffer | string>): AsyncGenerator<Buffer> {
  let crc = 0;
  let length = 0;
  /** Goes out with the next compressed piece. */
  let before: Buffer[] = [HEADER];
  for (const given of texts) {
    const text = typeof given === 'string' ? Buffer.from(given) : given;
    crc = crc32(text, crc);
    length += text.length;
    if (text !== given) before.push(stored(text));
    else {
      yield Buffer.concat([...before, await deflated(text)]);
      before = [];
    }
  }
  const trailer = Buffer.alloc(TRAILER_BYTES);
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE(length % 2 ** 32, 4);
  yield Buffer.concat([...before, LAST_BLOCK, trailer]);
}
