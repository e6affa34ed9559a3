import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { sealed } from '../../plates.ts';
import { randomFrom, seedOfRun } from '../../stage/random.ts';
import { isFull } from '../../stage/size.ts';
import { HELD_CALLS, POINTS, sendAndHold } from '../sessions/session-points.ts';
import { openSessionStage, POLL, type SessionStage } from '../sessions/session-stage.ts';

const STOPS_UNDER_LOAD = isFull ? 20 : 3;
/** At most this many requests and answers in one life of the process. */
const BEATS_MAX = 300;

const seed = seedOfRun();
const random = randomFrom(seed);
let stage: SessionStage;
beforeAll(async () => {
  stage = await openSessionStage(random);
});
afterAll(() => stage.close());

test(`${STOPS_UNDER_LOAD} stops under load answer every call that has begun (seed ${seed})`, async () => {
  const { load } = stage;
  for (let stop = 0; stop < STOPS_UNDER_LOAD; stop++) {
    const api = await stage.runningApi();
    await load.settle(api);
    const lastBeat = Math.floor(random() * BEATS_MAX);
    let beat = 0;
    await load.run(api, {
      onBeat() {
        if (beat++ === lastBeat) void api.stop();
      },
    });
    expect(await api.stop()).toEqual({ code: 0, signal: null });
    await stage.expectNoFaults();
    expect(await unansweredSessionCount()).toBe(0);
    expect(await searchRowCount()).toBe(load.ledger.searchedCount);
  }
  await load.settle(await stage.runningApi());
  await stage.expectNoFaults();
});

test.each(POINTS)(
  'a stop waits for each $operation at $step, and accepts no call meanwhile',
  async ({ operation, held }) => {
    const api = await stage.runningApi();
    const { calls, sending, release } = await sendAndHold(stage, { operation, held }, api);
    const stopped = api.stop();
    await expect.poll(() => isOpen(api.url), POLL).toBe(false);
    await release();
    await sending;
    expect(calls.filter((call) => call.answer === undefined)).toEqual([]);
    expect(await stopped).toEqual({ code: 0, signal: null });
    await stage.expectNoFaults();
  },
);

test('a stop still writes the searches that it answers last', async () => {
  const { load } = stage;
  const api = await stage.runningApi();
  const hold = await stage.hold('lock table lots');
  onTestFinished(hold.release);
  const searchedBefore = load.ledger.searchedCount;
  const searching = Promise.all(Array.from({ length: HELD_CALLS }, () => load.search(api)));
  // One reading of the lots serves all callers so far; callers that are let in later come after it.
  await expect.poll(stage.waitingCount, POLL).toBe(1);
  expect((await fetch(`${api.url}/api/v1/health/live`)).status).toBe(200);
  const stopped = api.stop();
  await expect.poll(() => isOpen(api.url), POLL).toBe(false);
  await hold.release();
  await searching;
  expect(await stopped).toEqual({ code: 0, signal: null });
  expect(load.ledger.searchedCount).toBe(searchedBefore + HELD_CALLS);
  expect(await searchRowCount()).toBe(load.ledger.searchedCount);
});

/**
 * Counts sessions of create calls without an answer. A stop that lost an answer on the way would
 * leave such a session.
 */
async function unansweredSessionCount(): Promise<number> {
  const plates = stage.load.ledger.creates
    .filter((call) => call.answer === undefined)
    .map((call) => sealed(call.body.plate));
  const rows = await stage.database.sql(
    'select from sessions join vehicles using (vehicle_id) where plate = any($1)',
    [plates],
  );
  return rows.length;
}

async function searchRowCount(): Promise<number> {
  const [row] = await stage.database.sql<{ count: number }>(
    'select count(*)::int as count from search_log',
  );
  return row?.count ?? 0;
}

/** Whether a new connection is accepted. */
async function isOpen(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
