import { hashBody } from '../src/idempotency/answer-once.ts';
import type { Remember } from '../src/idempotency/remember.ts';
import type { Caller } from '../src/keys/caller.ts';

/**
 * The call's idempotency, if it asked for any; `toResponse` is how its answer is kept, without what
 * is personal or secret.
 */
export function rememberCall<T>(
  caller: Caller,
  operation: string,
  idempotencyKey: string | undefined,
  body: unknown,
  toResponse: (result: T) => object,
): Remember<T> | undefined {
  if (idempotencyKey === undefined) return undefined;
  const { keyId } = caller;
  return { keyId, operation, idempotencyKey, bodySha256: hashBody(body), toResponse };
}

/** Says that an answer was given before. */
export const REPLAYED_HEADERS = { 'Idempotent-Replayed': 'true' };
