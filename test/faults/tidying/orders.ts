import { pino } from 'pino';
import { openPostgres, type Postgres } from '../../../src/stores/postgres.ts';
import { runJob } from './job.ts';
import type { Order } from './tidier.ts';

let db: Postgres | undefined;

async function databaseAt(connectionString: string): Promise<Postgres> {
  if (db?.connectionString === connectionString) return db;
  await db?.close();
  const log = pino({ level: 'silent' });
  db = openPostgres({ connectionString, poolSize: 2, name: 'tidier', log });
  return db;
}

/**
 * Runs the jobs that this process is ordered to, one after another, until the process that started
 * it disconnects. Kills itself, as with kill -9, when an order says so.
 */
export function takeOrders(): void {
  process.on('message', async ({ connectionString, job, death }: Order) => {
    let passed = 0;
    const observe = (point: string) => {
      if (point === death?.point) passed += 1;
      if (death !== undefined && passed === death.pass) process.kill(process.pid, 'SIGKILL');
    };
    process.send?.(await runJob(await databaseAt(connectionString), job, observe));
  });
  process.on('disconnect', () => process.exit());
  process.send?.('ready');
}
