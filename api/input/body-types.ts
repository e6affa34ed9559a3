import type { TSchema } from 'typebox';
import { RawBytes } from '../fields/raw-bytes.ts';

/**
 * How a body arrives at its handler: JSON as its value, lines of JSON as one text, a form as the
 * values that its fields spell, and anything else as its bytes.
 */
export const BODY_READINGS = {
  'application/json': 'json',
  'application/geo+json': 'json',
  'application/x-ndjson': 'text',
  'application/x-www-form-urlencoded': 'form',
  'application/octet-stream': 'bytes',
  // Whatever it is said to be: a signature is checked over what arrived.
  '*/*': 'bytes',
} as const;
export type BodyType = keyof typeof BODY_READINGS;
export type Reading = (typeof BODY_READINGS)[BodyType];

/** Throws unless bytes are declared as bytes, and by themselves: no schema looks into them. */
export function checkBodyTypes(body: TSchema | undefined, types: readonly BodyType[] = []): void {
  const isBytes = body === RawBytes;
  if (types.some((type) => (BODY_READINGS[type] === 'bytes') !== isBytes) || (isBytes && !types[0]))
    throw new Error('a body of raw bytes is RawBytes, and of no other content type');
}
