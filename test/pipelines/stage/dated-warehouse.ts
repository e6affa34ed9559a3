import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { noFailures } from '../../../pipelines/failures.ts';
import { STEPS } from '../../../pipelines/refresh.ts';
import { systemClock } from '../../../src/kit/clock.ts';
import { openWarehouse } from '../../../src/stores/open-warehouse.ts';
import type { Warehouse } from '../../../src/stores/warehouse/warehouse.ts';
import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';

const RUN = /^(drain-|build-facts|roll-up|build-marts)/;
const log = pino({ level: 'silent' });
const observe = () => undefined;

export type DatedWarehouse = Awaited<ReturnType<typeof openDatedWarehouse>>;

/** A database, and a warehouse that is built from it as of any instant. */
export async function openDatedWarehouse() {
  const directory = mkdtempSync(join(tmpdir(), 'hexlot-warehouse-'));
  const database = await openTestDatabase();
  /** One more, of a name of its own. */
  const open = (name: string) => openWarehouse({ path: join(directory, `${name}.duckdb`), log });
  const warehouse = await open('first');
  return {
    ...{ database, warehouse, open },
    build: (horizon: string, built = warehouse) =>
      buildAsOf({ database, warehouse: built }, horizon),
    async close() {
      await warehouse.close();
      await database.drop();
      rmSync(directory, { recursive: true });
    },
  };
}

/** Drains everything committed so far, and builds the marts as of any instant (ISO 8601, UTC). */
async function buildAsOf(
  { database, warehouse }: { database: TestDatabase; warehouse: Warehouse },
  horizon: string,
): Promise<void> {
  await database.passHorizon();
  const stores = { db: database.pipelines, warehouse };
  const failures = noFailures();
  const context = { ...stores, clock: systemClock, log, observe, horizon, failures };
  for (const { name, run } of STEPS) if (RUN.test(name)) await run(context);
}
