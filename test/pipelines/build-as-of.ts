import { pino } from 'pino';
import { noFailures } from '../../pipelines/failures.ts';
import { STEPS } from '../../pipelines/refresh.ts';
import { systemClock } from '../../src/clock.ts';
import type { Warehouse } from '../../src/stores/warehouse/warehouse.ts';
import type { TestDatabase } from '../database.ts';

const RUN = /^(drain-|build-facts|roll-up|build-marts)/;
const log = pino({ level: 'silent' });
const observe = () => undefined;

/** Drains everything committed so far, and builds the marts as of any instant (ISO 8601, UTC). */
export async function buildAsOf(
  { database, warehouse }: { database: TestDatabase; warehouse: Warehouse },
  horizon: string,
): Promise<void> {
  await database.passHorizon();
  const stores = { db: database.pipelines, warehouse };
  const failures = noFailures();
  const context = { ...stores, clock: systemClock, log, observe, horizon, failures };
  for (const { name, run } of STEPS) if (RUN.test(name)) await run(context);
}
