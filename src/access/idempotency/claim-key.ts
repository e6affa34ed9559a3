import { randomUUID } from 'node:crypto';
import type { Querier } from '../../stores/postgres.ts';
import { hashBody } from './answer-once.ts';

/** A write that came without an Idempotency-Key. */
type KeylessCall = {
  keyId: string;
  operation: string;
  /** Two calls with equal arguments are one call; the order of their names does not count. */
  sent: object;
};

/**
 * The Idempotency-Key under which the call is made: the same one for 60 seconds, by the clock of
 * the database, for calls of one API key with equal arguments. A call that fails keeps no answer
 * under it, so it can be tried again.
 */
export async function claimKey(
  db: Querier,
  { keyId, operation, sent }: KeylessCall,
): Promise<string> {
  const made = `tool-${randomUUID()}`;
  const [row] = await db.query<{ idempotencyKey: string }>('tool_calls_claim', {
    keyId,
    operation,
    argumentsSha256: hashBody(sent),
    idempotencyKey: made,
  });
  return row?.idempotencyKey ?? made;
}
