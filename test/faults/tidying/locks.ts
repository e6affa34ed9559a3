import pg from 'pg';
import type { TestDatabase } from '../../stage/database.ts';

/** Takes locks that keep others waiting, and counts who waits for any. */
export type Locks = {
  /** Runs a statement in a transaction that stays open, with all its locks, until released. */
  hold(statement: string): Promise<{ release(): Promise<void> }>;
  /** Backends that wait for a lock. */
  waitingCount(): Promise<number>;
};

export function openLocks({ connectionString, sql }: TestDatabase): Locks {
  return {
    async hold(statement) {
      const client = new pg.Client({ connectionString });
      // A failing test drops the database while this connection is open.
      client.on('error', () => undefined);
      await client.connect();
      await client.query('begin');
      await client.query(statement);
      return { release: () => client.end() };
    },
    async waitingCount() {
      const [row] = await sql<{ count: number }>(
        `select count(*)::integer as count from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return row?.count ?? 0;
    },
  };
}
