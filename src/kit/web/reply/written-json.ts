import { isObject } from '../../is-object.ts';

/** A JSON value whose text is written already, once for many answers. */
type WrittenJson<T = unknown> = Readonly<{
  [TEXT]: Buffer;
  byteLength: number;
  /** So that JSON.stringify writes the value, too. */
  toJSON(): T;
}>;

/** A value that is written already as a whole, or some of whose members are. */
export type PartlyWritten<T> = WrittenJson<T> | { [K in keyof T]: T[K] | WrittenJson<T[K]> };

/** A symbol, so that no answer can have a member of this name by chance. */
const TEXT = Symbol('text');

/** `json` is the JSON of a value. */
export function writtenJson<T>(json: string | Buffer): WrittenJson<T> {
  const bytes = typeof json === 'string' ? Buffer.from(json) : json;
  return { [TEXT]: bytes, byteLength: bytes.length, toJSON: () => JSON.parse(String(bytes)) };
}

/** Whether a value is an object with members that are written already. */
export function hasWrittenMembers(value: unknown): value is object {
  // The members of a buffer would be its bytes, thousands of them.
  if (value instanceof Uint8Array) return false;
  return isObject(value) && Object.values(value).some(isWritten);
}

/**
 * What JSON.stringify writes for such an object, in pieces: as bytes where it is written already,
 * otherwise as text.
 */
export function piecesOf(body: object): (string | Buffer)[] {
  const pieces: (string | Buffer)[] = [];
  let text = '';
  for (const [name, value] of Object.entries(body)) {
    const json = isWritten(value) ? '' : JSON.stringify(value);
    if (json === undefined) continue;
    text += `${text === '' && pieces.length === 0 ? '{' : ','}${JSON.stringify(name)}:${json}`;
    if (!isWritten(value)) continue;
    pieces.push(text, value[TEXT]);
    text = '';
  }
  return [...pieces, `${text}}`];
}

export function joinPieces(pieces: readonly (string | Buffer)[]): Buffer {
  return Buffer.concat(
    pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)),
  );
}

function isWritten(value: unknown): value is WrittenJson {
  return isObject(value) && TEXT in value;
}
