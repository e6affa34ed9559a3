import { Type } from 'typebox';

export const HEADER = 'Idempotency-Key';

const RULE =
  'For 24 hours repeats of a call with the same key get the same answer; another call is 409.';

/** An optional key, in a header or a field. */
export const keyIn = (description: string) =>
  Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$', description }),
  );

/** Request headers of every operation that can be repeated safely. */
export const IdempotencyHeaders = Type.Object({
  [HEADER]: keyIn(RULE),
});

/** Request headers of operations that need a key here or in the body. */
export const NeededIdempotencyHeaders = Type.Object({
  [HEADER]: keyIn(`Needed, unless the body has idempotency_key. ${RULE}`),
});
