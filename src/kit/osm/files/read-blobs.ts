import { inflateSync } from 'node:zlib';
import { badField } from '../../errors.ts';
import { shownText } from '../../text/shown-text.ts';
import { openByteReader } from './byte-reader.ts';
import { bytesOf, type FieldValue, numberOf, readFields } from './protobuf.ts';

/** One part of a PBF file, unpacked. `from`: its first byte in the file. */
type Blob = { type: 'OSMHeader' | 'OSMData'; content: Uint8Array; from: number };

/** In bytes: the limits of the format itself. */
const HEADER_BYTES_MAX = 64 * 1024;
const BLOB_BYTES_MAX = 32 * 1024 * 1024;

const LENGTH_BYTES = 4;
const HEADER = { type: 1, dataSize: 3 };
const BLOB = { raw: 1, rawSize: 2, zlib: 3 };
const OTHER_PACKINGS: Readonly<Record<number, string>> = {
  4: 'LZMA',
  5: 'bzip2',
  6: 'LZ4',
  7: 'Zstandard',
};

/**
 * The blobs of an OSM PBF file, one after the other; unknown kinds are passed over, as the format
 * asks for. Errors: BAD_REQUEST naming `file`, with the byte.
 */
export async function* readBlobs(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Blob> {
  const iterator = bytes[Symbol.asyncIterator]();
  try {
    const { read, offset } = openByteReader(iterator);
    for (;;) {
      const from = offset();
      const length = await read(LENGTH_BYTES);
      if (length === undefined) return;
      const headerBytes = Buffer.from(length).readUInt32BE();
      checkSize(headerBytes, HEADER_BYTES_MAX, from);
      const header = await read(headerBytes);
      const { type, dataSize } = atByte(from, () => readHeader(header));
      checkSize(dataSize, BLOB_BYTES_MAX, from);
      const blob = dataSize === 0 ? new Uint8Array() : await read(dataSize);
      if (blob === undefined) throw badField('file', `ends at byte ${offset()}: it is cut off`);
      if (type === 'OSMHeader' || type === 'OSMData')
        yield { type, content: atByte(from, () => unpack(blob)), from };
    }
  } finally {
    await iterator.return?.();
  }
}

/** Adds where it is to the reason why a part of the file cannot be read. */
export function atByte<Result>(from: number, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw badField('file', `the block at byte ${from} cannot be read: ${shownText(error.message)}`);
  }
}

function checkSize(size: number, most: number, from: number): void {
  if (size >= 0 && size <= most) return;
  const announced = `announces ${size} bytes, of at most ${most}`;
  throw badField('file', `the block at byte ${from} ${announced}: it is damaged`);
}

function readHeader(header: Uint8Array | undefined): { type: string; dataSize: number } {
  let type = '';
  let dataSize = 0;
  readFields(header ?? new Uint8Array(), (field, value) => {
    if (field === HEADER.type) type = Buffer.from(bytesOf(value)).toString();
    if (field === HEADER.dataSize) dataSize = numberOf(value);
  });
  if (type === '') throw new RangeError('it has no type');
  return { type, dataSize };
}

function unpack(blob: Uint8Array): Uint8Array {
  let content: Uint8Array | undefined;
  let rawSize: number | undefined;
  readFields(blob, (field: number, value: FieldValue) => {
    if (field === BLOB.rawSize) rawSize = numberOf(value);
    else if (content !== undefined) throw new RangeError('it has two contents');
    else if (field === BLOB.raw) content = bytesOf(value);
    else if (field === BLOB.zlib) content = inflate(bytesOf(value));
    const packing = OTHER_PACKINGS[field];
    if (packing !== undefined)
      throw new RangeError(`it is packed as ${packing}: save the file with zlib`);
  });
  if (content === undefined) throw new RangeError('it has no content');
  if (rawSize !== undefined && rawSize !== content.length)
    throw new RangeError(`it announces ${rawSize} bytes and has ${content.length}`);
  return content;
}

function inflate(packed: Uint8Array): Uint8Array {
  try {
    return inflateSync(packed, { maxOutputLength: BLOB_BYTES_MAX });
  } catch (error) {
    const isTooLong = error instanceof RangeError;
    throw new RangeError(
      isTooLong ? `it unpacks to more than ${BLOB_BYTES_MAX} bytes` : 'it cannot be unpacked',
    );
  }
}
