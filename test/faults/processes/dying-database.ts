import { pino } from 'pino';
import { openPostgres, type Postgres } from '../../../src/stores/postgres.ts';

/** A database whose process kills itself before or after a statement, as with kill -9. */
export function openDying(
  connectionString: string,
  lastStatement: string,
  moment: string,
): Postgres {
  const log = pino({ level: 'silent' });
  const db = openPostgres({ connectionString, poolSize: 2, name: 'pipelines test', log });
  const query: Postgres['query'] = async (name, values) => {
    const isLast = name === lastStatement;
    if (isLast && moment === 'before') process.kill(process.pid, 'SIGKILL');
    const rows = await db.query<never>(name, values);
    if (isLast) process.kill(process.pid, 'SIGKILL');
    return rows;
  };
  return { ...db, query };
}
