import { bytesOf, numberOf, readFields } from './protobuf.ts';

/** What all elements of a block share: its texts, and how its numbers become degrees. */
export type BlockFrame = {
  text: (index: number) => string;
  lat: (steps: number) => number;
  lon: (steps: number) => number;
};

/** Real blocks have a few thousand; an empty text takes two bytes, so a block could have 16 M. */
const TEXTS_MAX = 1_000_000;
const NANODEGREES = 1_000_000_000;
/** In nanodegrees: a ten-millionth of a degree. */
const DEFAULT_STEP = 100;
const TABLE_OF_TEXTS = 1;
const TEXT = 1;
const FRAME = { step: 17, latOffset: 19, lonOffset: 20 };

/** Errors: RangeError when the block is damaged. */
export function readFrame(block: Uint8Array): BlockFrame {
  const texts: (Uint8Array | string)[] = [];
  let step = DEFAULT_STEP;
  let latOffset = 0;
  let lonOffset = 0;
  // Fields of a message can have any order, and the offsets mostly come after the elements.
  readFields(block, (field, value) => {
    if (field === TABLE_OF_TEXTS) readTexts(bytesOf(value), texts);
    if (field === FRAME.step) step = numberOf(value);
    if (field === FRAME.latOffset) latOffset = numberOf(value);
    if (field === FRAME.lonOffset) lonOffset = numberOf(value);
  });
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  return {
    text(index) {
      const found = texts[index];
      if (found === undefined) throw new RangeError(`text ${index} is missing`);
      if (typeof found === 'string') return found;
      const text = decoded(decoder, found);
      texts[index] = text;
      return text;
    },
    lat: (steps) => (latOffset + step * steps) / NANODEGREES,
    lon: (steps) => (lonOffset + step * steps) / NANODEGREES,
  };
}

function readTexts(table: Uint8Array, texts: (Uint8Array | string)[]): void {
  readFields(table, (field, value) => {
    if (field !== TEXT) return;
    if (texts.length >= TEXTS_MAX) throw new RangeError(`it has more than ${TEXTS_MAX} texts`);
    texts.push(bytesOf(value));
  });
}

function decoded(decoder: TextDecoder, bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new RangeError('a text in it is not UTF-8');
  }
}
