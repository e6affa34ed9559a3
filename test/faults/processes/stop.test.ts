import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStartStage, type StartStage } from '../../bin/stage/start-process.ts';

let stage: StartStage;

beforeAll(async () => {
  stage = await openStartStage();
});
afterAll(() => stage.close());

/** Whether the embedded server answers and has a session that meets the condition. */
async function isAtWork(condition: string): Promise<boolean> {
  if (!hasServer()) return false;
  const address = connectionString();
  if (address === undefined) return false;
  const client = new pg.Client({ connectionString: address, query_timeout: 1_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query(`select from pg_stat_activity where ${condition}`);
    return rows.length > 0;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** undefined: the server has not written its port yet. */
function connectionString(): string | undefined {
  const { password } = JSON.parse(readFileSync(join(stage.dataDir, 'postgres.json'), 'utf8'));
  const [, , , port] = readFileSync(serverFile('postmaster.pid'), 'utf8').split('\n');
  if (port === undefined) return undefined;
  return `postgres://hexlot:${password}@127.0.0.1:${port}/hexlot`;
}

function serverFile(name: string): string {
  return join(stage.dataDir, 'postgres', name);
}

/** Temporary folders in which things are made before they are moved to their place. */
function drafts(): string[] {
  if (!existsSync(stage.dataDir)) return [];
  return readdirSync(stage.dataDir).filter((name) => name.includes('.new-'));
}

/** Lines other than information: a stop during a refresh is logged as its early end. */
function troubles(said: string): string[] {
  return said.split('\n').filter((line) => line !== '' && !line.startsWith('{"level":30,'));
}

/**
 * A command whose share in the server is this old has migrated the database and started its work.
 */
const IS_MIGRATED = `application_name = 'hexlot lease'
  and backend_start < now() - interval '0.5 s'
  and not exists (select from pg_stat_activity where application_name = 'hexlot migrate')`;

const isMakingCluster = () => drafts().length > 0;
const hasServer = () => existsSync(serverFile('postmaster.pid'));

// On one data directory, in this order: each stop leaves a state from which the next start works.
test.each([
  { phase: 'while the cluster is made', signal: 'SIGINT', seed: 'demo', isThere: isMakingCluster },
  { phase: 'while the server starts', signal: 'SIGTERM', seed: 'demo', isThere: hasServer },
  {
    phase: 'while the demo city is built',
    signal: 'SIGHUP',
    seed: 'demo',
    isThere: () => isAtWork("application_name = 'hexlot start' and xact_start < now()"),
  },
  {
    phase: 'while the roles start',
    signal: 'SIGINT',
    seed: 'none',
    isThere: async () => stage.processes().some((line) => line.endsWith(' api ')),
  },
] as const)(
  'a start that is stopped $phase ends there, with nothing left running',
  async (each) => {
    const running = stage.run(['start'], { HEXLOT_SEED: each.seed });
    await running.until(each.isThere);
    const ended = await running.interrupt(each.signal, each.signal);
    expect([ended, troubles(running.said())]).toEqual([[0, null], []]);
    expect(running.printed()).toMatch(/\nStopped\..*\n$/);
    expect(running.printed()).not.toContain('Computing');
    expect(await stage.leftProcesses()).toEqual([]);
    expect(drafts()).toEqual([]);
  },
);

test('a start that is stopped while it computes the first figures ends there', async () => {
  const running = stage.run(['start'], { HEXLOT_SEED: 'none' });
  await running.until(() => running.printed().includes('Computing'));
  expect(await running.interrupt('SIGINT')).toEqual([0, null]);
  expect(troubles(running.said())).toEqual([]);
  expect(running.printed()).not.toContain('Hexlot is up');
  expect(await stage.leftProcesses()).toEqual([]);
});

test('a command that a signal ends before it is done says so, and stops the server that it started', async () => {
  const fifo = join(stage.dataDir, 'stays.csv');
  // Nothing writes into the pipe, so the import waits in opening it.
  execFileSync('mkfifo', [fifo]);
  const running = stage.run(['import', 'sessions', fifo, '--operator', 'op_none', '--json']);
  await running.until(() => isAtWork(IS_MIGRATED));
  expect(await running.interrupt('SIGHUP')).toEqual([null, 'SIGHUP']);
  expect(running.said()).toBe('hexlot: stopped by SIGHUP before it was done\n');
  expect(running.printed()).toBe('');
  expect(await stage.leftProcesses()).toEqual([]);
});
