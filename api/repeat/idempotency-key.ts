import { Type } from 'typebox';
import { badField, badFields } from '../../src/kit/errors.ts';
import { isObject } from '../../src/kit/is-object.ts';

const HEADER = 'Idempotency-Key';
const FIELD = 'idempotency_key';

const RULE =
  'For 24 hours repeats of a call with the same key get the same answer; another call is 409.';

const keyIn = (description: string) =>
  Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$', description }),
  );

/**
 * Where an operation takes the key: in the header, or also in the field `idempotency_key` of its
 * body, for assistants, which cannot send headers. `needed`: in one of the two.
 */
export type KeyPlace = 'header' | 'header or body' | 'needed';

/** The request header. */
export const keyHeader = (place: KeyPlace) => ({
  [HEADER]: keyIn(
    place === 'needed' ? `Needed, unless the body has idempotency_key. ${RULE}` : RULE,
  ),
});

/** The field of the body. */
export const KEY_FIELD = {
  [FIELD]: keyIn(
    'Any text that is new for each call, such as a UUID, and the same when the call is repeated: ' +
      'then the work is done once. In place of the header Idempotency-Key.',
  ),
};

/**
 * The Idempotency-Key of a call, if it has one, and what the body asks for beside it. A repeat may
 * send the key in the other place. Throws BAD_REQUEST naming both when they differ, or naming the
 * header when a key is needed and missing.
 */
export function readKey(
  place: KeyPlace,
  { headers, body }: { headers: unknown; body: unknown },
): { key: string | undefined; asked: unknown } {
  const inHeader = textIn(headers, HEADER);
  if (place === 'header' || !isObject(body)) return { key: inHeader, asked: body };
  const { [FIELD]: _key, ...asked } = body;
  const inBody = textIn(body, FIELD);
  if (inHeader !== undefined && inBody !== undefined && inHeader !== inBody)
    throw badFields([
      { field: HEADER, reason: `differs from ${FIELD}` },
      { field: FIELD, reason: `differs from ${HEADER}` },
    ]);
  const key = inHeader ?? inBody;
  if (place === 'needed' && key === undefined)
    throw badField(HEADER, 'is required, or idempotency_key in the body');
  return { key, asked };
}

function textIn(part: unknown, name: string): string | undefined {
  const value = isObject(part) ? part[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}
