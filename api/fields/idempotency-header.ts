import { Type } from 'typebox';

const IdempotencyKey = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '^[\\x20-\\x7e]+$',
  description:
    'For 24 hours repeats of a call with the same key get the same answer; another call is 409.',
});

/** Request headers of every operation that can be repeated safely. */
export const IdempotencyHeaders = Type.Object({
  'Idempotency-Key': Type.Optional(IdempotencyKey),
});

/** Request headers of operations that require an Idempotency-Key. */
export const RequiredIdempotencyHeaders = Type.Object({ 'Idempotency-Key': IdempotencyKey });
