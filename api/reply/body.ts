import { isObject } from '../../src/is-object.ts';
import { essenceOf, kindOf } from './content-type.ts';
import { isEvents } from './events.ts';

/** The bytes of a body that is too large to be made whole; each `open` makes them anew. */
export type StreamedBody = {
  open(): AsyncIterable<Uint8Array>;
  /** Undefined: known only once all of it was made. */
  byteLength?: number;
};

export function isStreamed(body: unknown): body is StreamedBody {
  return isObject(body) && 'open' in body && body.open instanceof Function;
}

/** In place of the body where only the headers of an answer were asked for. */
export type WithheldBody = Readonly<{ [WITHHELD]: true; byteLength: number | undefined }>;

/** No answer has a member of this name by chance. */
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

/** Bytes are sent as they are, and so is the text of what is no JSON; everything else as JSON. */
export function serialise(body: unknown, contentType: string): string | Uint8Array {
  if (body instanceof Uint8Array) return body;
  if (typeof body === 'string' && kindOf(essenceOf(contentType)) !== 'json') return body;
  return JSON.stringify(body);
}
