import type { Querier } from '../stores/postgres.ts';
import { type Remember, rememberValues } from './remember.ts';

/**
 * Keeps the answer of a call that does its work in several statements: in one transaction with
 * them, or after them where doing them again changes nothing. Fails where a twin of the call was
 * faster, whose answer is the answer then (see answerOnce).
 */
export async function keepAnswer<T>(
  db: Querier,
  remember: Remember<T> | undefined,
  result: T,
): Promise<void> {
  if (remember === undefined) return;
  await db.query('idempotency_insert', {
    key_id: remember.keyId,
    status: 200,
    ...rememberValues(remember, result),
  });
}
