import { isObject } from '../../is-object.ts';
import { essenceOf, kindOf } from './content-type.ts';
import { isEvents } from './events.ts';
import { hasWrittenMembers, joinPieces, piecesOf } from './written-json.ts';

/** A body that is too large to be held whole in memory; each `open` makes its bytes again. */
export type StreamedBody = {
  open(): AsyncIterable<Uint8Array>;
  /** Undefined when the length is known only after all bytes were made. */
  byteLength?: number;
};

export function isStreamed(body: unknown): body is StreamedBody {
  return isObject(body) && 'open' in body && body.open instanceof Function;
}

/** Stands for the body of an answer to HEAD. */
type WithheldBody = Readonly<{ [WITHHELD]: true; byteLength: number | undefined }>;

/** A symbol, so that no answer can have a member of this name by chance. */
const WITHHELD = Symbol('withheld');

export function isWithheld(body: unknown): body is WithheldBody {
  return isObject(body) && WITHHELD in body;
}

export function withhold(body: unknown, contentType: string): WithheldBody {
  return { [WITHHELD]: true, byteLength: byteLengthOf(body, contentType) };
}

function byteLengthOf(body: unknown, contentType: string): number | undefined {
  if (isEvents(body)) return undefined;
  return isStreamed(body) ? body.byteLength : Buffer.byteLength(serialise(body, contentType));
}

/**
 * The bytes or the text to send: bytes stay as they are, and so does text of any type but JSON;
 * everything else becomes JSON.
 */
export function serialise(body: unknown, contentType: string): string | Uint8Array {
  if (body instanceof Uint8Array) return body;
  if (typeof body === 'string' && kindOf(essenceOf(contentType)) !== 'json') return body;
  if (hasWrittenMembers(body)) return joinPieces(piecesOf(body));
  return JSON.stringify(body);
}
