import pg from 'pg';
import type { TestDatabase } from '../../stage/database.ts';

/** The backends of the database that serve any api role, running or gone. */
export type Backends = {
  /** Runs a statement in a transaction that stays open, with all its locks, until released. */
  hold(statement: string): Promise<{ release(): Promise<void> }>;
  /** Counts those that wait for a lock. */
  waitingCount(): Promise<number>;
  /** Counts those that run a statement and wait for no lock. */
  runningCount(): Promise<number>;
  /** Counts those that run a statement or have a transaction open. */
  busyCount(): Promise<number>;
  /** Ends them; returns how many. */
  terminateBackends(): Promise<number>;
};

const API_BACKENDS = `from pg_stat_activity
  where datname = current_database() and application_name = 'hexlot api'`;

export function watchBackends({ sql, connectionString }: TestDatabase): Backends {
  const count = async (condition: string) => {
    const [row] = await sql<{ count: number }>(
      `select count(*)::int as count ${API_BACKENDS} and ${condition}`,
    );
    return row?.count ?? 0;
  };
  return {
    async hold(statement) {
      const client = new pg.Client({ connectionString });
      await client.connect();
      await client.query('begin');
      await client.query(statement);
      return { release: () => client.end() };
    },
    waitingCount: () => count("wait_event_type = 'Lock'"),
    runningCount: () => count("state = 'active' and wait_event_type is distinct from 'Lock'"),
    busyCount: () => count("state <> 'idle'"),
    terminateBackends: async () =>
      (await sql(`select pg_terminate_backend(pid) ${API_BACKENDS}`)).length,
  };
}
