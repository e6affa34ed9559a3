import type { IdempotentCall } from './answer-once.ts';

/**
 * A call's idempotency, and how its answer is stored. `toResponse` leaves out everything personal
 * or secret.
 */
export type Remember<T> = IdempotentCall & { toResponse(result: T): object };

/** For which request something is written, and what is stored for its repeats. */
export type WriteContext<T> = { requestId: string; remember: Remember<T> | undefined };

/** The parameters of a statement that writes the idempotency row of its call. */
export function rememberValues<T>(remember: Remember<T> | undefined, result: T) {
  return {
    operation: remember?.operation ?? null,
    idempotencyKey: remember?.idempotencyKey ?? null,
    bodySha256: remember?.bodySha256 ?? null,
    response: remember ? JSON.stringify(remember.toResponse(result)) : null,
  };
}

export type RememberedValues = ReturnType<typeof rememberValues>;
