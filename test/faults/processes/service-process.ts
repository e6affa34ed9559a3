import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import pg from 'pg';
import { expect } from 'vitest';
import { wrappingKeys } from '../../../bin/plate-keys.ts';
import { separateRoles } from '../../../src/stores/migrations/database-roles.ts';
import { openPlates } from '../../../src/stores/plates/open-plates.ts';
import { runHexlot } from '../../bin/stage/run-hexlot.ts';
import type { StartStage } from '../../bin/stage/start-process.ts';
import { EXPECTED_FACTS, expectSameMarts, FOUND_FACTS } from '../../pipelines/stage/world.ts';
import { connectTo, type TestDatabase } from '../../stage/database.ts';
import { type ApiProcess, watchProcess } from './api-process.ts';

/** Everything that `hexlot start` starts, on a data directory of its own. */
export type Service = {
  api: ApiProcess;
  database: TestDatabase;
  /** Sends the signal to PostgreSQL's main process, or to all of its processes. */
  signalServer(signal: NodeJS.Signals, target?: 'postmaster' | 'all'): void;
  /** Whether PostgreSQL accepts a new connection. */
  answers(): Promise<boolean>;
  /** Its log so far. */
  log(): string;
  /** Whether none of its own processes has ended and been replaced. */
  hasLostNoRole(): boolean;
  /**
   * Fails unless its pipelines publish everything written by now, without being asked to, within
   * some time: a minute unless given.
   */
  expectPublished(withinMs?: number): Promise<void>;
  /**
   * Ends it in order. Then facts must equal the audit rows, each once, as in a warehouse from
   * nothing.
   */
  expectExactlyOnce(): Promise<void>;
};

/** A lost warehouse is opened again, and a lost job given up, within this time. */
const PUBLISHED_WITHIN_MS = 60_000;
const PUBLISH_POLL_MS = 100;

export async function startService(
  stage: StartStage,
  settings: Record<string, string> = {},
): Promise<Service> {
  const house = { HEXLOT_SEED: 'none', HEXLOT_REFRESH_SECONDS: '1', ...settings };
  const running = stage.run(['start'], house);
  await running.until(() => running.printed().includes('Ctrl-C stops.'));
  const [, url = ''] = /up at (\S+)/.exec(running.printed()) ?? [];
  const connectionString = await readConnectionString(stage.dataDir);
  const { addresses } = await separateRoles(connectionString);
  const keys = wrappingKeys({ plateKeys: [], databaseUrl: undefined, dataDir: stage.dataDir });
  const plates = await openPlates(connectionString, keys);
  const database = connectTo({ owner: connectionString, ...addresses }, undefined, plates);
  const lockFile = join(stage.dataDir, 'postgres', 'postmaster.pid');
  const commandSettings = { HEXLOT_DATA_DIR: stage.dataDir, ...settings };
  const warehousePath = settings.HEXLOT_WAREHOUSE_URL ?? join(stage.dataDir, 'warehouse.duckdb');
  const api = watchProcess(running.child, url, running.said);
  return {
    api,
    database,
    signalServer(signal, target = 'postmaster') {
      const postmaster = Number.parseInt(readFileSync(lockFile, 'utf8'), 10);
      for (const pid of target === 'all' ? childrenOf(postmaster) : []) process.kill(pid, signal);
      process.kill(postmaster, signal);
    },
    answers: () => answers(connectionString),
    log: running.said,
    hasLostNoRole: () => !/"msg":"(api|pipelines) ended/.test(running.said()),
    async expectPublished(withinMs = PUBLISHED_WITHIN_MS) {
      // In the order in which rows are drained, because ids are given before transactions end.
      const [newest] = await database.sql<{ tx: string; id: string }>(
        `select tx::text, audit_id::text as id from audit_log
         order by audit_log.tx desc, audit_id desc limit 1`,
      );
      const isPublished = async () => {
        const [row] = await database.sql<{ is_published: boolean }>(
          `select (watermark_tx::xid8, watermark_id) >= ($1::xid8, $2::bigint) as is_published
           from marts.publication`,
          [newest?.tx, newest?.id],
        );
        return row?.is_published;
      };
      const poll = { interval: PUBLISH_POLL_MS, timeout: withinMs };
      await expect.poll(isPublished, poll).toBe(true);
    },
    async expectExactlyOnce() {
      expect(await api.stop()).toEqual({ code: 0, signal: null });
      // Commands share the server only while they run, so this one keeps it running.
      const holder = stage.run(['api'], commandSettings);
      await expect.poll(() => answers(connectionString), { timeout: 30_000 }).toBe(true);
      const run = async (command: string) =>
        expect(await runHexlot([command], commandSettings)).toMatchObject({ code: 0 });
      const refresh = async () => {
        await run('refresh');
        expect(await rowsOf(warehousePath)).toEqual(await database.sql(EXPECTED_FACTS));
      };
      await expectSameMarts(database, refresh, () => run('rebuild'));
      await holder.interrupt('SIGTERM');
    },
  };
}

async function readConnectionString(dataDir: string): Promise<string> {
  const { password, port } = JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8'));
  return `postgres://hexlot:${password}@127.0.0.1:${port}/hexlot`;
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, query_timeout: 1_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
      } catch {
        return false;
      }
    });
}

async function rowsOf(path: string): Promise<object[]> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(FOUND_FACTS)).getRowObjectsJS();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
