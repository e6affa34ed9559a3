import type { Postgres, Querier } from '../../stores/postgres.ts';
import { answerOnce, type Replay } from './answer-once.ts';
import { keepAnswer } from './keep-answer.ts';
import type { Remember } from './remember.ts';

/** What is needed to write something once for a call and all its repeats. */
export type WriteContext<T> = { requestId: string; remember: Remember<T> | undefined };

/**
 * Writes something unless the call was answered before, in one transaction with its idempotency
 * row. `prepare` runs before the transaction, so that it may wait for others.
 */
export async function writeOnce<T extends object, Prepared = undefined>(
  db: Postgres,
  remember: Remember<T> | undefined,
  write: (connection: Querier, prepared: Prepared) => Promise<T>,
  prepare: () => Promise<Prepared> = async () => undefined as Prepared,
): Promise<{ written: T } | Replay> {
  return answerOnce(db, remember, async () => {
    const prepared = await prepare();
    const written = await db.transaction(async (connection) => {
      const result = await write(connection, prepared);
      await keepAnswer(connection, remember, result);
      return result;
    });
    return { written };
  });
}
