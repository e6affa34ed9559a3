import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findCluster, processesOf } from './data-folder.ts';
import { askAsPrinted } from './printed-line.ts';
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
  const clusterDir = findCluster(dataDir);
  await rm(dirname(dataDir), { recursive: true, force: true });
  if (clusterDir !== undefined) await rm(clusterDir, { recursive: true, force: true });
});

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

test('start brings up the demo and prints a line that works; it stops whole and starts again', async () => {
  const first = await start();
  expect(first).toContain('synthetic');
  const answer = await askAsPrinted(first);
  expect(answer.status).toBe(200);
  const rate = (await answer.json()) as MarketRate;
  expect(rate.data.market_rate.basis).toBe('realised');
  expect(rate.data.lot_count).toBeGreaterThan(100);
  await stop();
  expect(processesOf([dataDir])).toEqual([]);

  const second = await start();
  expect(/pk_live_\S+/.exec(second)?.[0]).toEqual(/pk_live_\S+/.exec(first)?.[0]);
  const again = await askAsPrinted(second);
  expect(((await again.json()) as MarketRate).data.market_rate).toEqual(rate.data.market_rate);
  await stop();
}, 120_000);
