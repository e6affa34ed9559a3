import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { randomFrom, seedOfRun } from '../../stage/random.ts';
import { isFull } from '../../stage/size.ts';
import { POLL } from '../sessions/session-stage.ts';
import { findStrays } from './books.ts';
import { OPERATIONS, type Wish } from './drivers.ts';
import { type JobName, runJob } from './job.ts';
import { findIllegal, type Raced } from './legality.ts';
import { openLocks } from './locks.ts';
import { openTidyStage, type TidyStage } from './stage.ts';
import type { Tidier } from './tidier.ts';

// Fault 9, between processes. The database's clock cannot be set, so these races run at the moment
// in which the time of a stay or a hold really runs out.

const ROUNDS = isFull ? 20 : 1;
/** More rounds when a busy machine lets the same side win each time: drivers then call earlier. */
const ROUNDS_MAX = ROUNDS + 6;
/** Number of stays, and of holds. */
const THINGS = 24;
/** Between one end and the next, and before the first. */
const SPACING_MS = 40;
const LEAD_MS = 300;
/** How long before the end the earliest driver calls, and how long after it the latest one. */
const EARLY_MS = 60;
const LATE_MS = 20;
const EARLIER_TIMES = 3;
/** A pause of the jobs, so that other processes can run. */
const PAUSE_MS = 5;
/** Enough time for drivers to call before the end for certain. */
const AHEAD_MS = 2_000;
const RATES = [333, 350, 1_001];
const JOBS_OF_TIME: readonly JobName[] = ['expire-sessions', 'sweep-holds'];

const STAY_WISHES: Wish[][] = [
  ['extend'],
  ['end'],
  ['extend', 'end'],
  ['extend', 'extend'],
  ['end', 'end'],
];
const HOLD_WISHES: Wish[][] = [
  ['activate'],
  ['cancel'],
  ['activate', 'cancel'],
  ['activate', 'activate'],
  ['activate', 'activate', 'cancel'],
];

/** Each of these must happen, so that neither side always wins. */
const OUTCOMES = [
  'hold activated',
  'hold canceled',
  'hold expired',
  'stay active',
  'stay completed',
  'stay expired',
];

const seed = seedOfRun();
const random = randomFrom(seed);
const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T;

let stage: TidyStage;

beforeAll(async () => {
  stage = await openTidyStage();
});
afterAll(() => stage.close());

const newLot = (rate_minor: number) => stage.parking.addLot({ rate_minor, total_spaces: 1_000 });
const newStay = async (lotId: string) => (await stage.parking.park(lotId)).sessionId;
const newHold = async (lotId: string, spaceCount: number) =>
  (await stage.parking.held(lotId, { spaceCount })).holdId;
const untilThen = (at: number) => sleep(Math.max(0, at - Date.now()));

/** Tidies what is left; returns the outcomes after checking that none is illegal. */
async function settle(raced: { stays: Raced[]; holds: Raced[] }): Promise<string[]> {
  const { database, pipelines } = stage.parking;
  for (const job of JOBS_OF_TIME)
    expect(await runJob(pipelines, job, () => {})).toMatchObject({ complaints: [] });
  const { faults, outcomes } = await findIllegal(database, raced);
  expect(faults).toEqual([]);
  expect(await findStrays(database)).toEqual([]);
  return outcomes;
}

/** Drivers call about each thing at about the moment in which its time runs out. */
function race(
  ids: readonly string[],
  wishes: readonly Wish[][],
  { from, earlyMs }: { from: Date; earlyMs: number },
): Promise<Raced[]> {
  return Promise.all(
    ids.map(async (id, i) => {
      const asked = pick(wishes);
      const offset = random() * (earlyMs + LATE_MS) - earlyMs;
      await untilThen(from.getTime() + i * SPACING_MS + offset);
      return { id, calls: await stage.drivers.ask(id, asked) };
    }),
  );
}

/** Runs the jobs, one after another, until it is over; returns their complaints. */
async function tidyOnAndOn(tidier: Tidier, isOver: () => boolean): Promise<string[]> {
  const complaints: string[] = [];
  const { connectionString } = stage.parking.pipelines;
  while (!isOver())
    for (const job of JOBS_OF_TIME) {
      const run = await tidier.run({ connectionString, job });
      complaints.push(...(run?.complaints ?? ['killed']));
      await sleep(PAUSE_MS);
    }
  return complaints;
}

/** Stays and holds run out one after another; returns their outcomes. */
async function playRound(lotIds: readonly string[], earlyMs: number): Promise<string[]> {
  const things = Array.from({ length: THINGS });
  const stayIds = await Promise.all(things.map(() => newStay(pick(lotIds))));
  const holdIds = await Promise.all(things.map((_, i) => newHold(pick(lotIds), 1 + (i % 2))));
  const from = await stage.instantIn(LEAD_MS + earlyMs);
  await stage.runOut({ stayIds, holdIds }, { from, spacingMs: SPACING_MS });
  let isOver = false;
  const tidying = stage.tidiers.map((tidier) => tidyOnAndOn(tidier, () => isOver));
  const [stays, holds] = await Promise.all([
    race(stayIds, STAY_WISHES, { from, earlyMs }),
    race(holdIds, HOLD_WISHES, { from, earlyMs }),
  ]);
  await untilThen(from.getTime() + THINGS * SPACING_MS);
  isOver = true;
  expect((await Promise.all(tidying)).flat()).toEqual([]);
  return settle({ stays, holds });
}

test(`drivers and jobs that act when a time runs out agree on who was first (seed ${seed})`, async () => {
  const lotIds = await Promise.all(RATES.map(newLot));
  const seen = new Set<string>();
  let earlyMs = EARLY_MS;
  for (let round = 0; round < ROUNDS || (seen.size < OUTCOMES.length && round < ROUNDS_MAX); ) {
    for (const outcome of await playRound(lotIds, earlyMs)) seen.add(outcome);
    if (!seen.has('stay active') || !seen.has('hold activated')) earlyMs *= EARLIER_TIMES;
    round += 1;
  }
  expect([...seen].sort()).toEqual(OUTCOMES);
});

/** Locks what a call writes almost last: the row of its idempotency key, or of its lot. */
function obstacle(wish: Wish, id: string, lotId: string): string {
  if (wish === 'end') return `select from lots where lot_id = '${lotId}' for update`;
  return `insert into idempotency
      (key_id, operation, idempotency_key, body_sha256, status, response)
    values ('${stage.keyId}', '${OPERATIONS[wish]}', '${id}-0', '', 0, '{}')`;
}

test('a driver whose call began before the end, and a job that began after it, agree', async () => {
  const { parking, drivers, tidiers } = stage;
  const { hold, waitingCount } = openLocks(parking.database);
  const wishes: Wish[] = ['extend', 'end', 'activate', 'activate', 'cancel'];
  const things: { id: string; lotId: string; wish: Wish }[] = [];
  for (const [i, wish] of wishes.entries()) {
    const lotId = await newLot(350);
    const isStay = wish === 'extend' || wish === 'end';
    const id = isStay ? await newStay(lotId) : await newHold(lotId, 1 + (i % 2));
    things.push({ id, lotId, wish });
  }
  const [stayIds, holdIds] = [things.slice(0, 2), things.slice(2)].map((some) =>
    some.map(({ id }) => id),
  ) as [string[], string[]];
  const from = await stage.instantIn(AHEAD_MS);
  await stage.runOut({ stayIds, holdIds }, { from, spacingMs: 1 });

  const obstacles: { release(): Promise<void> }[] = [];
  for (const { id, lotId, wish } of things) obstacles.push(await hold(obstacle(wish, id, lotId)));
  onTestFinished(async () => {
    for (const { release } of obstacles) await release();
  });
  const asked = things.map(async ({ id, wish }) => ({ id, calls: await drivers.ask(id, [wish]) }));
  await expect.poll(waitingCount, POLL).toBe(asked.length);
  await untilThen(from.getTime() + LATE_MS);
  const { connectionString } = parking.pipelines;
  const runs = JOBS_OF_TIME.map((job, i) => tidiers[i]?.run({ connectionString, job }));
  // Each job waits for the first of its things, then for the next; drivers may wait for the job.
  for (const [i, { release }] of obstacles.entries()) {
    const jobsWaiting = i < stayIds.length ? runs.length : 1;
    const waiting = asked.length - i + jobsWaiting;
    await expect.poll(waitingCount, POLL).toBeGreaterThanOrEqual(waiting);
    await release();
  }
  for (const run of await Promise.all(runs)) expect(run).toMatchObject({ complaints: [] });
  const raced = await Promise.all(asked);
  const outcomes = await settle({ stays: raced.slice(0, 2), holds: raced.slice(2) });
  for (const first of ['stay active', 'hold activated', 'hold canceled'])
    expect(outcomes).toContain(first);
});
