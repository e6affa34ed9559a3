import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { environmentWith } from './run-hexlot.ts';

type MarketRate = { data: { market_rate: { basis: string }; lot_count: number } };

let dataDir: string;
let running: ChildProcess | undefined;
let printed = '';

beforeAll(async () => {
  dataDir = join(await mkdtemp(join(tmpdir(), 'hexlot-start-')), 'data');
});
afterAll(async () => {
  running?.kill('SIGKILL');
  const clusterDir = findCluster();
  await rm(dirname(dataDir), { recursive: true, force: true });
  if (clusterDir !== undefined) await rm(clusterDir, { recursive: true, force: true });
});

function findCluster(): string | undefined {
  const record = join(dataDir, 'postgres.json');
  if (!existsSync(record)) return undefined;
  return resolve(dataDir, JSON.parse(readFileSync(record, 'utf8')).clusterDir);
}

/** Starts the whole service and returns what it printed once it is up. */
async function start(): Promise<string> {
  printed = '';
  const child = spawn(process.execPath, ['bin/hexlot.ts', 'start'], {
    env: environmentWith({ HEXLOT_DATA_DIR: dataDir, HEXLOT_PORT: '0' }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running = child;
  child.stdout.on('data', (part) => {
    printed += part;
  });
  while (!printed.includes('Ctrl-C stops.')) await once(child.stdout, 'data');
  return printed;
}

async function stop(): Promise<void> {
  const child = running;
  if (child === undefined) return;
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
  running = undefined;
}

/** What the printed curl line asks, asked without curl. */
async function askAsPrinted(text: string): Promise<Response> {
  const [, key = ''] = /Authorization: Bearer (\S+?)'/.exec(text) ?? [];
  const [, url = ''] = /'(http[^']+market-rate[^']+)'/.exec(text) ?? [];
  return fetch(url, { headers: { authorization: `Bearer ${key}` } });
}

/** Processes that work in the data directory, or serve its roles. */
async function processes(): Promise<string[]> {
  const found: string[] = [];
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
      if (environment.includes(dataDir) || command.includes(dataDir)) found.push(command);
    } catch {
      // It ended while we looked, or is not ours to look at.
    }
  }
  return found;
}

test('start brings up the demo and prints a line that works; it stops whole and starts again', async () => {
  const first = await start();
  expect(first).toContain('synthetic');
  const answer = await askAsPrinted(first);
  expect(answer.status).toBe(200);
  const rate = (await answer.json()) as MarketRate;
  expect(rate.data.market_rate.basis).toBe('realised');
  expect(rate.data.lot_count).toBeGreaterThan(100);
  await stop();
  if (existsSync('/proc')) expect(await processes()).toEqual([]);

  const second = await start();
  expect(/pk_live_\S+/.exec(second)?.[0]).toEqual(/pk_live_\S+/.exec(first)?.[0]);
  const again = await askAsPrinted(second);
  expect(((await again.json()) as MarketRate).data.market_rate).toEqual(rate.data.market_rate);
  await stop();
}, 120_000);
