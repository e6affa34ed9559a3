import { type TSchema, Type } from 'typebox';

/** A body that is not parsed: its bytes, as they arrived or are to be sent. */
export const RawBytes = Type.Unsafe<Uint8Array>({});

/**
 * How a body is passed to its handler: JSON as its value, lines of JSON as one text, a form as the
 * values of its fields, everything else as its bytes.
 */
export const BODY_READINGS = {
  'application/json': 'json',
  'application/geo+json': 'json',
  'application/x-ndjson': 'text',
  'application/x-www-form-urlencoded': 'form',
  'application/octet-stream': 'bytes',
  // Bytes for any content type: a signature is checked over what arrived.
  '*/*': 'bytes',
} as const;
export type BodyType = keyof typeof BODY_READINGS;
export type Reading = (typeof BODY_READINGS)[BodyType];

/**
 * Throws when RawBytes is declared without a content type or for one that is parsed, or another
 * schema for a content type that is passed as bytes.
 */
export function checkBodyTypes(body: TSchema | undefined, types: readonly BodyType[] = []): void {
  const isBytes = body === RawBytes;
  if (types.some((type) => (BODY_READINGS[type] === 'bytes') !== isBytes) || (isBytes && !types[0]))
    throw new Error('a body of raw bytes is RawBytes, and of no other content type');
}
