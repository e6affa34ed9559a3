import { badField, badFields } from '../../src/kit/errors.ts';
import { HEADER, keyIn } from './idempotency-header.ts';

/** The field of a body in the place of the header, for assistants, which cannot send headers. */
export const IDEMPOTENCY_FIELD = {
  idempotency_key: keyIn(
    'Any text that is new for each call, such as a UUID, and the same when the call is repeated: ' +
      'then the work is done once. In place of the header Idempotency-Key.',
  ),
};

type Headers = { [HEADER]?: string };

/**
 * The Idempotency-Key of a call, from its header or its body, and what the body asks for beside it.
 * A repeat may send the key in the other place. Throws BAD_REQUEST naming both when they differ.
 */
export function readIdempotencyKey<B extends { idempotency_key?: string }>(
  { [HEADER]: inHeader }: Headers,
  { idempotency_key: inBody, ...asked }: B,
) {
  if (inHeader !== undefined && inBody !== undefined && inHeader !== inBody)
    throw badFields([
      { field: HEADER, reason: 'differs from idempotency_key' },
      { field: 'idempotency_key', reason: `differs from ${HEADER}` },
    ]);
  return { key: inHeader ?? inBody, asked };
}

/** The same for a call that must have a key. Throws BAD_REQUEST naming the header without one. */
export function needIdempotencyKey<B extends { idempotency_key?: string }>(
  headers: Headers,
  body: B,
) {
  const { key, asked } = readIdempotencyKey(headers, body);
  if (key === undefined) throw badField(HEADER, 'is required, or idempotency_key in the body');
  return { key, asked };
}
