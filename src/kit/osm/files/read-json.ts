import { badField } from '../../errors.ts';

const JSON_BYTES_MAX = 256 * 1024 * 1024;
/** GeoJSON of our own and of others has at most eight. */
const DEPTH_MAX = 64;
/** Lists and objects: each takes 16 bytes or more, however short it is in the file. */
const PARTS_MAX = 25_000_000;
const QUOTE = 34;
const BACKSLASH = 92;
const OPENING = [91, 123];
const CLOSING = [93, 125];

/** A whole JSON file (UTF-8). Errors: BAD_REQUEST naming `file`. */
export async function readJson(bytes: AsyncIterable<Uint8Array>): Promise<unknown> {
  const text = await readText(bytes);
  checkParts(text);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw badField('file', error instanceof SyntaxError ? error.message : 'is not JSON');
  }
}

/**
 * The values of JSON lines (UTF-8), one on each line; blank lines are skipped. Errors: BAD_REQUEST
 * naming `file`, with the line.
 */
export async function readJsonLines(bytes: AsyncIterable<Uint8Array>): Promise<unknown[]> {
  const text = await readText(bytes);
  checkParts(text);
  return text.split('\n').flatMap((line, i) => {
    if (line.trim() === '') return [];
    try {
      return [JSON.parse(line)];
    } catch (error) {
      const reason = error instanceof SyntaxError ? error.message : 'is not JSON';
      throw badField('file', `line ${i + 1}: ${reason}`);
    }
  });
}

async function readText(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let length = 0;
  let text = '';
  try {
    for await (const chunk of bytes) {
      length += chunk.length;
      if (length > JSON_BYTES_MAX) throw badField('file', `has more than ${JSON_BYTES_MAX} bytes`);
      text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) throw badField('file', 'is not UTF-8 text');
    throw error;
  }
}

/** Refuses before parsing what would take many times its size in memory. */
function checkParts(text: string): void {
  let depth = 0;
  let parts = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at);
    else if (code === OPENING[0] || code === OPENING[1]) {
      depth += 1;
      parts += 1;
      if (depth > DEPTH_MAX) throw badField('file', `is more than ${DEPTH_MAX} levels deep`);
      if (parts > PARTS_MAX) throw badField('file', `has more than ${PARTS_MAX} lists and objects`);
    } else if (code === CLOSING[0] || code === CLOSING[1]) depth -= 1;
  }
}

/** Where the text that begins at a quotation mark ends. */
function endOfText(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE)
    at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}
