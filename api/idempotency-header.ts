import { Type } from 'typebox';

/** Request headers of every operation that can be repeated safely. */
export const IdempotencyHeaders = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '^[\\x20-\\x7e]+$',
      description: 'Repeats of a call with the same key and body get the same answer for 24 hours.',
    }),
  ),
});
