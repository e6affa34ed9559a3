import type { Postgres, Querier } from '../../stores/postgres.ts';
import { type Remember, rememberValues } from './remember.ts';

/**
 * Stores the answer of a call that does its work in several statements: in one transaction with
 * them, or after them when repeating them changes nothing. Fails when a concurrent repeat of the
 * call was faster.
 */
export async function keepAnswer<T>(
  db: Querier,
  remember: Remember<T> | undefined,
  result: T,
): Promise<void> {
  if (remember === undefined) return;
  await db.query('idempotency_insert', {
    keyId: remember.keyId,
    status: 200,
    ...rememberValues(remember, result),
  });
}

/** Writes something in one transaction with the stored answer of its call. */
export async function writeKept<T>(
  db: Postgres,
  remember: Remember<T> | undefined,
  write: (connection: Querier) => Promise<T>,
): Promise<T> {
  return db.transaction(async (connection) => {
    const result = await write(connection);
    await keepAnswer(connection, remember, result);
    return result;
  });
}
