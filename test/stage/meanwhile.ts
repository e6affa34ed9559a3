import { setTimeout as sleep } from 'node:timers/promises';
import type { Querier } from '../../src/stores/postgres.ts';
import type { TestDatabase } from './database.ts';

const POLL_MS = 5;

/** The outcome of `second`, called while the writes of `first` are not committed yet. */
export async function meanwhile(
  database: TestDatabase,
  first: (connection: Querier) => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<unknown> {
  let calling: Promise<unknown> = Promise.resolve();
  await database.db.transaction(async (connection) => {
    await first(connection);
    calling = second();
    await Promise.race([calling, someoneWaits(database)]);
  });
  return calling;
}

/** Resolves once a statement of this database waits for a lock. */
async function someoneWaits({ sql }: TestDatabase): Promise<void> {
  const waiting = `select exists (select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock') as found`;
  while (!(await sql<{ found: boolean }>(waiting))[0]?.found) await sleep(POLL_MS);
}
