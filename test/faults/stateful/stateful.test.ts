import { readdirSync, readFileSync } from 'node:fs';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSimulatedGateway } from '../../../src/money/payments/simulated-gateway.ts';
import { settleRefunds } from '../../../src/money/refunds/settle-refunds.ts';
import { tidyHolds } from '../../../src/parking/holds/tidy-holds.ts';
import { closeSessions } from '../../../src/parking/sessions/close-sessions.ts';
import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';
import { createRandom, seedOfRun } from '../../stage/random.ts';
import { faultsOfRecords } from '../../stage/records.ts';
import { isFull } from '../../stage/size.ts';
import { watchBackends } from '../database/backends.ts';
import { type ApiProcess, killApiProcesses, startApiProcess } from '../processes/api-process.ts';
import { killAt, runCallers } from '../processes/run-callers.ts';
import { POLL } from '../sessions/session-stage.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { openWorld } from './world.ts';

// Fault 1: several operators do everything they may at once, while the API is killed again and
// again.

const RUN_MS = (isFull ? 20 : 1) * 60_000;
const CALLERS = 8;
/** At most this many requests and answers in one life of the process. */
const BEATS_MAX = 4_000;
const TURNS_MAX = 30;

const INVARIANTS = new URL('./invariants/', import.meta.url);
const invariants = readdirSync(INVARIANTS).map((file) => ({
  name: file.replace('.sql', ''),
  statement: readFileSync(new URL(file, INVARIANTS), 'utf8'),
}));

const seed = seedOfRun();
const random = createRandom(seed);
let database: TestDatabase;
let ledger: Ledger;
beforeAll(async () => {
  database = await openTestDatabase();
  ledger = createLedger(random, await openWorld(database));
});
afterAll(async () => {
  killApiProcesses();
  await database.drop();
});

/** What breaks an invariant, or was answered and is not there. */
async function faults(): Promise<string[]> {
  const found: string[] = [];
  for (const { name, statement } of invariants) {
    const rows = await database.sql<{ fault: string }>(statement);
    found.push(...rows.map(({ fault }) => `${name}: ${fault}`));
  }
  return [
    ...found,
    ...(await ledger.findUntrue(database)),
    ...(await faultsOfRecords(database.sql)),
  ];
}

/** The jobs of the timetable that change what callers see. */
async function tidy(): Promise<void> {
  const db = database.pipelines;
  const deps = { db, log: pino({ level: 'silent' }), payments: createSimulatedGateway(db) };
  await tidyHolds(deps);
  await closeSessions(deps);
  await settleRefunds(deps);
}

test(`any calls in any order, with kills, leave space, money, audit, events, mandates and caps right (seed ${seed})`, async () => {
  const { busyCount } = watchBackends(database);
  const start = () => startApiProcess(database.connectionString);
  let next: Promise<ApiProcess> = start();
  let killCount = 0;
  for (const until = Date.now() + RUN_MS; Date.now() < until; killCount += 1) {
    const api = await next;
    next = start();
    next.catch(() => undefined);
    const end = killAt(api, {
      beat: random.integer(1, BEATS_MAX),
      turns: random.integer(0, TURNS_MAX),
    });
    const isEnough = () => Date.now() >= until;
    await runCallers(api, CALLERS, () => ledger.next(api), { ...end, isEnough });
    await api.kill();
    await expect.poll(busyCount, POLL).toBe(0);
    await tidy();
    expect(await faults()).toEqual([]);
  }
  await ledger.settle(await next);
  await tidy();
  expect(await faults()).toEqual([]);
  const { callCount, doneCount, repeatCount } = ledger.counts();
  console.log(`${callCount} calls, ${doneCount} done, ${repeatCount} repeated, ${killCount} kills`);
  expect(doneCount).toBeGreaterThan(callCount / 4);
  expect(repeatCount).toBeGreaterThan(0);
});
