import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refresh } from '../../pipelines/refresh.ts';
import type { RefreshResult } from '../../pipelines/run-steps.ts';
import { createTimedRefresh } from '../../pipelines/timed-refresh.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { collectGarbage } from '../../src/kit/collect-garbage.ts';
import { openWarehouse } from '../../src/stores/open-warehouse.ts';
import type { Warehouse } from '../../src/stores/warehouse/warehouse.ts';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';
import { randomFrom, seedOfRun } from '../stage/random.ts';
import { openTestWarehouse, type TestWarehouse } from '../stage/warehouse.ts';
import { addStay } from './stage/parking.ts';
import { addWorld } from './stage/world.ts';

const log = pino({ level: 'silent' });

let database: TestDatabase;
let file: TestWarehouse;
let warehouse: Warehouse;
let lotId: string;
/** Of all tests but those of memory, which count the seconds since their first refresh. */
let timetable: ReturnType<typeof openTimetable>;
/** The names of the calls that reached the warehouse. */
const calls: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  const lotIds = await addWorld(database, randomFrom(seedOfRun()), { lots: 3, staysPerLot: 5 });
  lotId = lotIds[0] ?? '';
  file = await openTestWarehouse(database, async (options) => {
    warehouse = watched(await openWarehouse(options));
    return warehouse;
  });
  await file.refresh();
  timetable = openTimetable();
});
afterAll(async () => {
  await file.close();
  await database.drop();
});

const watched = (opened: Warehouse) =>
  new Proxy(opened, {
    get(target, name, receiver) {
      calls.push(String(name));
      return Reflect.get(target, name, receiver);
    },
  });

/** A timetable whose refreshes are due when the test says so, at a time that it sets. */
function openTimetable() {
  const timed = createTimedRefresh();
  let laterMs = 0;
  const clock = { ...systemClock, now: () => systemClock.now() + laterMs };
  const context = () => ({
    db: database.pipelines,
    warehouse,
    clock,
    log,
    observe: () => undefined,
  });
  const due = async (run = refresh) => {
    await database.passHorizon();
    calls.length = 0;
    return timed.due(context(), run);
  };
  return {
    due,
    pass: (ms: number) => (laterMs += ms),
    /** Refreshes until there is nothing left to do. */
    async rest() {
      let last: RefreshResult;
      do last = await due();
      while (last.steps.some(({ rows }) => rows > 0));
    },
  };
}

async function published() {
  const [row] = await database.sql<{ as_of: Date; read_until: Date; failures: number }>(
    `select as_of, (sources -> 'audit_log' ->> 'read_until')::timestamptz as read_until,
       failure_count as failures
     from marts.publication, refresh_status`,
  );
  if (row === undefined) throw new Error('nothing is published');
  return row;
}

const isWhole = ({ steps }: RefreshResult) => steps.length > 0;

test('without new rows no step runs, and what is published gets the as_of of now', async () => {
  const goOn = async () => {
    await timetable.rest();
    const before = await published();
    const result = await timetable.due();
    return { before, result, after: await published() };
  };
  let { before, result, after } = await goOn();
  // An hour that ends meanwhile is news.
  if (after.as_of.getUTCHours() !== before.as_of.getUTCHours())
    ({ before, result, after } = await goOn());
  expect(result.steps).toEqual([]);
  expect(calls).toEqual(['holdsAt']);
  expect(after.as_of > before.as_of).toBe(true);
  expect(after.read_until).toEqual(after.as_of);
});

test('a publication of somebody else is replaced at once', async () => {
  await timetable.rest();
  await database.sql("update marts.publication set publication_id = 'another one'");
  expect(isWhole(await timetable.due())).toBe(true);
  await timetable.rest();
});

test('after two minutes all steps run, because some wait for the clock', async () => {
  await timetable.rest();
  timetable.pass(120_000);
  expect(isWhole(await timetable.due())).toBe(true);
});

test('a stay that ends is news', async () => {
  await timetable.rest();
  await addStay(database, { lotId, endedAt: new Date() });
  expect(isWhole(await timetable.due())).toBe(true);
});

test('a refresh that failed is not at rest: the next one runs all steps again', async () => {
  await timetable.rest();
  await addStay(database, { lotId, endedAt: new Date() });
  const fail = () => timetable.due(() => Promise.reject(new Error('no space left')));
  await expect(fail()).rejects.toThrow('no space left');
  await expect(fail()).rejects.toThrow('no space left');
  expect(isWhole(await timetable.due())).toBe(true);
});

test('memory is given back when there is no news, and every 50 s when there always is', async () => {
  const own = openTimetable();
  const rests = async () => {
    await addStay(database, { lotId, endedAt: new Date() });
    await own.due();
    return calls.includes('rest');
  };
  expect([await rests(), await rests()]).toEqual([false, false]);
  own.pass(50_000);
  expect([await rests(), await rests()]).toEqual([true, false]);
  await own.rest();
  expect(calls).toContain('rest');
});

test('what a refresh had in memory is freed every 50 s when there always is news', async () => {
  const own = openTimetable();
  await addStay(database, { lotId, endedAt: new Date() });
  await own.due();
  let held: object | undefined = {};
  const had = new WeakRef(held);
  collectGarbage(); // What outlives this is freed by whole collections only.
  await addStay(database, { lotId, endedAt: new Date() });
  own.pass(50_000);
  await own.due((context) => {
    held = undefined;
    return refresh(context);
  });
  expect(had.deref()).toBeUndefined();
});
