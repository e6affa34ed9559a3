/**
 * Reads protocol buffers strictly. Errors: RangeError when a message is damaged; a length is
 * checked before anything of it is read.
 */

/** What a field has: a number, or bytes (text, a message, packed numbers). */
export type FieldValue = number | Uint8Array;

/** Reads numbers one after the other, as packed fields have them. */
type NumberReader = { isAtEnd: () => boolean; next: () => number };

const VARINT = 0;
const FIXED_64 = 1;
const BYTES = 2;
const FIXED_32 = 5;
const BITS_PER_BYTE = 7;
const VARINT_BYTES_MAX = 10;
/** Bytes of a number that is read without BigInt: 49 bits. */
const SHORT_BYTES_MAX = 7;
const HIGH_BIT = 0x80;
const LOW_BITS = 0x7f;

/** Calls `onField` for each field of a message that is a number or bytes. */
export function readFields(
  message: Uint8Array,
  onField: (field: number, value: FieldValue) => void,
): void {
  const position = { at: 0 };
  while (position.at < message.length) {
    const key = readVarint(message, position);
    const wireType = key % 8;
    const field = Math.floor(key / 8);
    if (field < 1) throw new RangeError(`a field numbered ${field}`);
    if (wireType === VARINT) onField(field, readVarint(message, position));
    else if (wireType === BYTES)
      onField(field, take(message, position, readVarint(message, position)));
    else if (wireType === FIXED_64) take(message, position, 8);
    else if (wireType === FIXED_32) take(message, position, 4);
    else throw new RangeError(`a field of the unknown kind ${wireType}`);
  }
}

export function bytesOf(value: FieldValue): Uint8Array {
  if (typeof value === 'number') throw new RangeError('a number in place of bytes');
  return value;
}

export function numberOf(value: FieldValue): number {
  if (typeof value !== 'number') throw new RangeError('bytes in place of a number');
  return value;
}

/** Whole numbers, negative ones in two's complement (int32, int64, enum). */
export function packedNumbers(value: FieldValue | undefined): NumberReader {
  const bytes = value === undefined ? new Uint8Array() : bytesOf(value);
  const position = { at: 0 };
  return {
    isAtEnd: () => position.at >= bytes.length,
    next: () => readVarint(bytes, position),
  };
}

/** Each number is the sum of all differences so far (sint64, delta coded). */
export function packedDeltas(value: FieldValue | undefined): NumberReader {
  const differences = packedNumbers(value);
  let sum = 0;
  return {
    isAtEnd: differences.isAtEnd,
    next() {
      sum += fromZigzag(differences.next());
      return sum;
    },
  };
}

/** A number whose sign is its lowest bit (sint32, sint64). */
export function fromZigzag(value: number): number {
  if (value < 0) throw new RangeError('a number of more than 53 bits');
  return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
}

function take(message: Uint8Array, position: { at: number }, length: number): Uint8Array {
  const from = position.at;
  if (length < 0 || length > message.length - from)
    throw new RangeError(`${length} bytes are announced where ${message.length - from} are left`);
  position.at += length;
  return message.subarray(from, position.at);
}

function readVarint(bytes: Uint8Array, position: { at: number }): number {
  const from = position.at;
  let value = 0;
  let scale = 1;
  for (let i = 0; i < SHORT_BYTES_MAX; i += 1) {
    const byte = bytes[from + i];
    if (byte === undefined) throw new RangeError('a number is cut off');
    value += (byte & LOW_BITS) * scale;
    if (byte < HIGH_BIT) {
      position.at = from + i + 1;
      return value;
    }
    scale *= 2 ** BITS_PER_BYTE;
  }
  return readLongVarint(bytes, position);
}

function readLongVarint(bytes: Uint8Array, position: { at: number }): number {
  const from = position.at;
  let value = 0n;
  for (let i = 0; i < VARINT_BYTES_MAX; i += 1) {
    const byte = bytes[from + i];
    if (byte === undefined) throw new RangeError('a number is cut off');
    value |= BigInt(byte & LOW_BITS) << BigInt(i * BITS_PER_BYTE);
    if (byte < HIGH_BIT) {
      position.at = from + i + 1;
      const whole = Number(BigInt.asIntN(64, value));
      if (!Number.isSafeInteger(whole)) throw new RangeError('a number of more than 53 bits');
      return whole;
    }
  }
  throw new RangeError('a number of more than 64 bits');
}
