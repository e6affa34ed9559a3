import { createHash } from 'node:crypto';
import { conflict } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';

/** A caller's promise that repeated requests with this key are one call. */
export type IdempotentCall = {
  keyId: string;
  /** operationId of the call: the same key may be used again for another operation. */
  operation: string;
  idempotencyKey: string;
  bodySha256: Buffer;
  /** Throws what the call is refused with even where its key is known. */
  check?(): Promise<unknown>;
  /** Whether an error came after the work was stored: then it is thrown. */
  isLate?(error: unknown): boolean;
};

type Replay = { status: number; response: Record<string, unknown> };

/**
 * Does `work` unless the call was answered before; in that case returns the earlier answer. `work`
 * writes the idempotency row in its own statement. When `work` fails, a concurrent repeat of the
 * call may have taken the space, the plate or the key first; then the repeat's answer is returned.
 * Throws CONFLICT `idempotency_mismatch` when the key was used for another request, and whatever
 * `work` throws.
 */
export async function answerOnce<T>(
  db: Querier,
  call: IdempotentCall | undefined,
  work: () => Promise<T>,
): Promise<T | Replay> {
  if (call === undefined) return work();
  const earlier = await findReplay(db, call);
  if (earlier !== undefined) return earlier;
  try {
    return await work();
  } catch (error) {
    if (call.isLate?.(error)) throw error;
    const twin = await findReplay(db, call);
    if (twin === undefined) throw error;
    return twin;
  }
}

/**
 * What the call was answered before, if it was. Errors: those of the call's `check`, CONFLICT
 * `idempotency_mismatch` when the key was used for another request.
 */
export async function findReplay(db: Querier, call: IdempotentCall): Promise<Replay | undefined> {
  const [row] = await db.query<Replay & { bodySha256: Buffer }>('idempotency_find', {
    keyId: call.keyId,
    operation: call.operation,
    idempotencyKey: call.idempotencyKey,
  });
  if (row === undefined) return undefined;
  await call.check?.();
  if (!row.bodySha256.equals(call.bodySha256))
    throw conflict('idempotency_mismatch', 'this Idempotency-Key was used for another request');
  return { status: row.status, response: row.response };
}

/** SHA-256 of the body with the keys of its objects sorted, so that their order does not count. */
export function hashBody(body: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(inKeyOrder(body)))
    .digest();
}

function inKeyOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inKeyOrder);
  if (value === null || typeof value !== 'object') return value;
  const members = value as Record<string, unknown>;
  const sorted: Record<string, unknown> = {};
  for (const key of Object.keys(members).sort()) sorted[key] = inKeyOrder(members[key]);
  return sorted;
}
