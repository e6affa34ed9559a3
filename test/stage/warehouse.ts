import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { pino } from 'pino';
import { type Retried, retryQuarantine } from '../../pipelines/quarantine.ts';
import { rebuild } from '../../pipelines/rebuild.ts';
import { refresh } from '../../pipelines/refresh.ts';
import type { RefreshResult } from '../../pipelines/run-steps.ts';
import type { Observe, PackSizes, RefreshContext } from '../../pipelines/step.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { openWarehouse } from '../../src/stores/open-warehouse.ts';
import type { Warehouse } from '../../src/stores/warehouse/warehouse.ts';
import type { TestDatabase } from './database.ts';

export type TestWarehouse = {
  /** The file, in a directory of its own. */
  path: string;
  /** The directory of the archive. */
  archive: string;
  /** Refreshes once everything committed so far can be drained, and again after new areas. */
  refresh(observe?: Observe): Promise<RefreshResult>;
  /** Refreshes while transactions may be open, here or in any other database of the server. */
  refreshNow(observe?: Observe): Promise<RefreshResult>;
  rebuild(): Promise<RefreshResult>;
  /** Tries rows that were set aside again: those of one source, or (null) of all. */
  retry(source: string | null): Promise<Retried>;
  /** Runs any statement on the file itself, to look at it and to damage it. */
  rows(sql: string): Promise<object[]>;
  /** Releases the file, like a process that ends; the next refresh opens it again. */
  release(): Promise<void>;
  /** What was logged as a warning or worse since it was opened. */
  warnings: string[];
  /** Releases the file and removes it. */
  close(): Promise<void>;
};

/**
 * A warehouse of its own for one test file, filled from the given database. `packSizes`: how many
 * rows make a file of the archive. `limits`: other ones than those of the product.
 */
export async function openTestWarehouse(
  { pipelines: db, passHorizon }: Pick<TestDatabase, 'pipelines' | 'passHorizon'>,
  open = openWarehouse,
  packSizes?: PackSizes,
  limits: Pick<RefreshContext, 'quarantineRowsMax'> = {},
): Promise<TestWarehouse> {
  const directory = mkdtempSync(join(tmpdir(), 'hexlot-warehouse-'));
  const path = join(directory, 'warehouse.duckdb');
  const warnings: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) });
  let warehouse: Warehouse | undefined;

  async function run<T>(
    job: (context: RefreshContext) => Promise<T>,
    observe: Observe = () => undefined,
  ): Promise<T> {
    warehouse ??= await open({ path, log });
    const packs = packSizes === undefined ? {} : { packSizes };
    return job({ db, warehouse, clock: systemClock, log, observe, ...packs, ...limits });
  }

  async function release(): Promise<void> {
    await warehouse?.close();
    warehouse = undefined;
  }

  return {
    path,
    archive: `${path}.archive`,
    warnings,
    async refresh(observe = () => undefined) {
      await passHorizon();
      const result = await run(refresh, observe);
      if (!hasNewAreas(result)) return result;
      await passHorizon();
      await run(refresh, observe);
      return result;
    },
    refreshNow: (observe = () => undefined) => run(refresh, observe),
    async rebuild() {
      await passHorizon();
      return run(rebuild);
    },
    async retry(source) {
      await passHorizon();
      return run((context) => retryQuarantine(context, { source }));
    },
    async rows(sql) {
      await release();
      const instance = await DuckDBInstance.create(path);
      const connection = await instance.connect();
      try {
        return (await connection.runAndReadAll(sql)).getRowObjectsJS();
      } finally {
        connection.closeSync();
        instance.closeSync();
      }
    },
    release,
    async close() {
      await release();
      rmSync(directory, { recursive: true });
    },
  };
}

/** What a refresh has written itself, it may only drain in the next one. */
export function hasNewAreas({ steps }: RefreshResult): boolean {
  return steps.some(({ name, rows }) => name.startsWith('cut-') && rows > 0);
}
