import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { pino } from 'pino';
import { type RefreshResult, refresh } from '../pipelines/refresh.ts';
import { systemClock } from '../src/clock.ts';
import { openWarehouse } from '../src/stores/warehouse.ts';
import type { TestDatabase } from './database.ts';

export type TestWarehouse = {
  path: string;
  refresh(): Promise<RefreshResult>;
  /** Any statement on the warehouse file, between two refreshes. */
  rows(statement: string): Promise<object[]>;
  close(): Promise<void>;
};

/** A warehouse file of its own, opened only while it is used. */
export async function openTestWarehouse({ db }: TestDatabase): Promise<TestWarehouse> {
  const dir = await mkdtemp(join(tmpdir(), 'hexlot-warehouse-'));
  const path = join(dir, 'warehouse.duckdb');
  const log = pino({ level: 'silent' });
  return {
    path,
    async refresh() {
      const warehouse = await openWarehouse({ path, log });
      try {
        return await refresh({ db, warehouse, clock: systemClock, log, observe: () => undefined });
      } finally {
        await warehouse.close();
      }
    },
    async rows(statement) {
      const instance = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY' });
      const connection = await instance.connect();
      try {
        return await (await connection.run(statement)).getRowObjectsJS();
      } finally {
        connection.closeSync();
        instance.closeSync();
      }
    },
    close: () => rm(dir, { recursive: true, force: true }),
  };
}
