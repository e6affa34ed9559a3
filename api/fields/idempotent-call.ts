import { hashBody, type IdempotentCall } from '../../src/access/idempotency/answer-once.ts';
import type { Remember } from '../../src/access/idempotency/remember.ts';
import type { Caller } from '../../src/access/keys/caller.ts';

/** The idempotency of a call; undefined when it sends no Idempotency-Key. */
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
 * The idempotency of a call, with what is stored for a repeat: `toResponse` turns a result into the
 * stored answer, without personal or secret data.
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

/** Marks an answer as one that was given before. */
export const REPLAYED_HEADERS = { 'Idempotent-Replayed': 'true' };
