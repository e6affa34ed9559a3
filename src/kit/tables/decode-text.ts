import { badField } from '../errors.ts';

/** How the characters of a file are written. */
export type Encoding = 'UTF-8' | 'UTF-16' | 'Windows-1252';

type DecodedText = {
  pieces: AsyncIterable<string>;
  /** What was found so far: Windows-1252 may show only at the first letter beyond ASCII. */
  encoding: () => Encoding;
};

const UTF16_MARKS = { 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff] } as const;
/** UTF-8 takes up to four bytes for a character. */
const CHARACTER_BYTES_MAX = 4;
const UTF8_LEAD = 0xc0;
const UTF8_NEXT = 0x80;
const BEYOND_ASCII = /[^\p{ASCII}]/u;
/** What Windows-1252 has no letter for: the bytes are of another encoding. */
const NO_LETTER = /[\u0080-\u009f]/;

/**
 * Text of bytes, of whatever length: UTF-16 where its mark says so; else UTF-8, or Windows-1252
 * from the first letter on that is none of UTF-8, unless letters of UTF-8 came before. Errors:
 * BAD_REQUEST naming `file` when the bytes are neither, or have null characters.
 */
export function decodeText(bytes: AsyncIterable<Uint8Array | string>): DecodedText {
  let encoding: Encoding = 'UTF-8';

  async function* pieces(): AsyncGenerator<string> {
    let rest: Uint8Array = Buffer.alloc(0);
    let wide: TextDecoder | undefined;
    let isStart = true;
    let hasLetters = false;

    function decode(chunk: Uint8Array): string {
      if (encoding === 'Windows-1252') return decodeWindows(chunk);
      try {
        const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: !isStart }).decode(chunk);
        hasLetters ||= BEYOND_ASCII.test(text);
        return text;
      } catch {
        if (hasLetters || hasUtf8Letters(chunk))
          throw badField('file', 'is only partly UTF-8: save all of it as UTF-8');
        encoding = 'Windows-1252';
        return decodeWindows(chunk);
      }
    }

    for await (const piece of bytes) {
      const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
      const all = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      if (isStart && all.length < CHARACTER_BYTES_MAX) {
        rest = all;
        continue;
      }
      if (isStart) wide = wideDecoder(all);
      if (wide !== undefined) encoding = 'UTF-16';
      const end = wide === undefined ? wholeCharacters(all) : all.length;
      rest = all.subarray(end);
      yield refuseNulls(
        wide === undefined ? decode(all.subarray(0, end)) : wide.decode(all, { stream: true }),
      );
      isStart = false;
    }
    if (rest.length > 0) yield refuseNulls(decode(rest));
  }

  return { pieces: pieces(), encoding: () => encoding };
}

function wideDecoder(beginning: Uint8Array): TextDecoder | undefined {
  const found = Object.entries(UTF16_MARKS).find(([, mark]) =>
    mark.every((byte, i) => beginning[i] === byte),
  );
  return found && new TextDecoder(found[0]);
}

/** Whether some letters beyond ASCII are UTF-8, where others are not. */
function hasUtf8Letters(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes).replaceAll('\ufffd', '');
  return BEYOND_ASCII.test(text);
}

/** How many bytes there are without a character at the end that is cut off. */
function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back < CHARACTER_BYTES_MAX && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= UTF8_LEAD) return bytes.length - back;
    if (byte < UTF8_NEXT) return bytes.length;
  }
  return bytes.length;
}

function decodeWindows(bytes: Uint8Array): string {
  const text = new TextDecoder('windows-1252').decode(bytes);
  if (NO_LETTER.test(text)) throw badField('file', 'is neither UTF-8 nor Windows-1252 text');
  return text;
}

function refuseNulls(text: string): string {
  if (text.includes('\0'))
    throw badField('file', 'has null characters: save it as UTF-8 text (CSV)');
  return text;
}
