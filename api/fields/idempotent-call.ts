import { hashBody, type IdempotentCall } from '../../src/idempotency/answer-once.ts';
import type { Remember } from '../../src/idempotency/remember.ts';
import type { Caller } from '../../src/keys/caller.ts';

/** The call's idempotency, if it asked for any. */
export function idempotentCall(
  { keyId }: Caller,
  operation: string,
  idempotencyKey: string | undefined,
  body: unknown,
): IdempotentCall | undefined {
  if (idempotencyKey === undefined) return undefined;
  return { keyId, operation, idempotencyKey, bodySha256: hashBody(body) };
}

/**
 * The same with what is kept for a repeat; `toResponse` is how its answer is kept, without what
 * is personal or secret.
 */
export function rememberCall<T>(
  caller: Caller,
  operation: string,
  idempotencyKey: string | undefined,
  body: unknown,
  toResponse: (result: T) => object,
): Remember<T> | undefined {
  const call = idempotentCall(caller, operation, idempotencyKey, body);
  return call && { ...call, toResponse };
}

/** Says that an answer was given before. */
export const REPLAYED_HEADERS = { 'Idempotent-Replayed': 'true' };
