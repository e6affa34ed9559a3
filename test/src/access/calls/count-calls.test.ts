import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCallCounts } from '../../../../src/access/calls/count-calls.ts';
import type { Principal } from '../../../../src/access/principals/principal.ts';
import type { Querier } from '../../../../src/stores/postgres.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addCaller } from '../../../stage/fixtures.ts';
import { randomFrom, seedOfRun } from '../../../stage/random.ts';
import { countsIn, openLog, others } from './calls.ts';

const CALLS = 10_000;
const CALLS_PER_WRITE = 250;
const STATUSES = [200, 201, 304, 400, 404, 429, 500, 503];
const PLACE_OF_STATUS: Record<number, number> = { 400: 1, 404: 1, 429: 2, 500: 3, 503: 3 };

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const connectionLost = () => new Error('Connection terminated unexpectedly');
const refused = () => Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });

/** A database whose next statements fail, before or after they were done. */
function failing(...failures: { error: Error; isDone: boolean }[]): Querier {
  return {
    async query<Row extends object>(name: string, values?: Record<string, unknown>) {
      const failure = failures.shift();
      if (failure?.isDone === false) throw failure.error;
      const rows = await database.db.query<Row>(name, values);
      if (failure !== undefined) throw failure.error;
      return rows;
    },
  };
}

function call(caller: Principal, times: number, status = 200, operation = 'getLot') {
  return Array.from({ length: times }, () => ({ caller, status, operation }));
}

test('the counts are exact, however many processes add to them at once', async () => {
  const seed = seedOfRun();
  const random = randomFrom(seed);
  const { said, log } = openLog();
  const caller = await addCaller(database);
  const callers = others(caller, 20);
  const expected = new Map<string, number[]>();
  const recorders = [1, 2].map(() => createCallCounts({ db: database.db, log }));
  const pick = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)] as T;
  await Promise.all(
    recorders.map(async (recorder) => {
      for (let sent = 1; sent <= CALLS; sent += 1) {
        const one = { caller: pick(callers), operation: `op${sent % 7}`, status: pick(STATUSES) };
        recorder.add(one);
        for (const span of ['day', 'hour']) {
          const line = `${span} ${one.caller.id} ${one.operation}`;
          const counts = expected.get(line) ?? [0, 0, 0, 0];
          const place = PLACE_OF_STATUS[one.status] ?? 0;
          counts[place] = (counts[place] ?? 0) + 1;
          expected.set(line, counts);
        }
        if (sent % CALLS_PER_WRITE === 0) await recorder.close();
      }
    }),
  );
  expect(await countsIn(database, caller.operatorId), `seed ${seed}`).toEqual(expected);
  expect(said).toEqual([]);
});

test('what the database did not get is written with the next calls, each once', async () => {
  const { said, log } = openLog();
  const caller = await addCaller(database);
  const db = failing({ error: refused(), isDone: false });
  const counts = createCallCounts({ db, log });
  for (const one of [...call(caller, 3), ...call(caller, 2, 429)]) counts.add(one);
  await counts.close();
  expect(said.map(([level]) => level)).toEqual(['warn']);
  for (const one of call(caller, 4)) counts.add(one);
  await counts.close();
  const line = [7, 0, 2, 0];
  expect(await countsIn(database, caller.operatorId)).toEqual(
    new Map([
      [`day ${caller.id} getLot`, line],
      [`hour ${caller.id} getLot`, line],
    ]),
  );
});

test.each([true, false])(
  'what may have been written is not written again, and the log says how many (done: %s)',
  async (isDone) => {
    const { said, log } = openLog();
    const caller = await addCaller(database);
    const counts = createCallCounts({ db: failing({ error: connectionLost(), isDone }), log });
    for (const one of call(caller, 5)) counts.add(one);
    await counts.close();
    expect(said).toMatchObject([['error', { callCount: 5 }, expect.anything()]]);
    counts.add({ caller, status: 200, operation: 'getLot' });
    await counts.close();
    const found = (await countsIn(database, caller.operatorId)).get(`hour ${caller.id} getLot`);
    expect(found).toEqual([isDone ? 6 : 1, 0, 0, 0]);
  },
);

test('what a stopping process cannot write is in the log', async () => {
  const { said, log } = openLog();
  const caller = await addCaller(database);
  const failures = [1, 2].map(() => ({ error: refused(), isDone: false }));
  const counts = createCallCounts({ db: failing(...failures), log });
  for (const one of call(caller, 5)) counts.add(one);
  await counts.close();
  expect(said.at(-1)).toMatchObject(['error', { callCount: 5 }, expect.anything()]);
});

const LINES_MAX = 50;

test('ten times as many lines as fit into memory are written as they come', async () => {
  const { said, log } = openLog();
  const caller = await addCaller(database);
  const counts = createCallCounts({ db: database.db, log }, LINES_MAX);
  for (const one of others(caller, 10 * LINES_MAX)) {
    counts.add({ caller: one, status: 200, operation: 'getLot' });
    if (one.id.endsWith('9')) await new Promise((done) => setImmediate(done));
  }
  await counts.close();
  const written = (await countsIn(database, caller.operatorId)).size / 2;
  const dropped = said.reduce((sum, [, values]) => sum + Number(values.droppedCount), 0);
  expect(written + dropped).toBe(10 * LINES_MAX);
  expect(written).toBeGreaterThan(LINES_MAX);
});

test('without a database the memory has its bound, and the log says what found no room', async () => {
  const { said, log } = openLog();
  const caller = await addCaller(database);
  let lineCount = 0;
  const released = Promise.withResolvers<void>();
  const db: Querier = {
    async query<Row extends object>(_name: string, values: Record<string, unknown> = {}) {
      lineCount += JSON.parse(String(values.rows)).length;
      await released.promise;
      return [] as Row[];
    },
  };
  const counts = createCallCounts({ db, log }, LINES_MAX);
  for (const one of others(caller, 10 * LINES_MAX)) {
    counts.add({ caller: one, status: 200, operation: 'getLot' });
    // A line that is there is added to.
    counts.add({ caller: one, status: 200, operation: 'getLot' });
  }
  released.resolve();
  await counts.close();
  expect(lineCount).toBe(2 * LINES_MAX);
  expect(said).toMatchObject([['error', { droppedCount: 16 * LINES_MAX }, expect.anything()]]);
});

test('the calls of one caller in both modes are counted apart', async () => {
  const caller = await addCaller(database);
  const counts = createCallCounts({ db: database.db, log: openLog().log });
  for (const livemode of [true, false, false])
    counts.add({ caller: { ...caller, livemode }, status: 200, operation: 'getLot' });
  await counts.close();
  const rows = await database.sql(
    `select livemode, ok_count::integer as ok from call_counts
     where operator_id = $1 and span = 'day' order by 1`,
    [caller.operatorId],
  );
  expect(rows).toEqual([
    { livemode: false, ok: 2 },
    { livemode: true, ok: 1 },
  ]);
});
