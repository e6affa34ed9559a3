import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomFrom, seedOfRun } from '../../stage/random.ts';
import { isFull } from '../../stage/size.ts';
import { HELD_CALLS, POINTS, sendAndHold } from '../sessions/session-points.ts';
import { openSessionStage, POLL, type SessionStage } from '../sessions/session-stage.ts';
import { killAt } from './run-callers.ts';

const KILLS_UNDER_LOAD = isFull ? 40 : 4;
const KILLS_AT_EACH_POINT = isFull ? 20 : 1;
/** At most this many requests and answers in one life of the process: about 200 calls. */
const BEATS_MAX = 400;
/**
 * At most this many turns of the event loop before the kill, which extends into the next answers.
 */
const TURNS_MAX = 30;

const seed = seedOfRun();
const random = randomFrom(seed);
let stage: SessionStage;
beforeAll(async () => {
  stage = await openSessionStage(random);
});
afterAll(() => stage.close());

test(`${KILLS_UNDER_LOAD} kills under load lose and double nothing (seed ${seed})`, async () => {
  const { load } = stage;
  for (let kill = 0; kill < KILLS_UNDER_LOAD; kill++) {
    const api = await stage.runningApi();
    // One kill in each part of a life, from the first call after a start to many concurrent calls.
    const beat = Math.floor(((kill + random()) / KILLS_UNDER_LOAD) * BEATS_MAX);
    const turns = Math.floor(random() * TURNS_MAX);
    await load.run(api, killAt(api, { beat, turns }));
    await api.kill();
    await expect.poll(stage.busyCount, POLL).toBe(0);
    await stage.expectNoFaults();
  }
  await load.settle(await stage.runningApi());
  await stage.expectNoFaults();
  expect(load.ledger.failedCount).toBe(0);
});

/** What becomes of the statement that the killed process had sent. */
const FATES = ['dies with it', 'outlives it', 'is committed unheard'] as const;

const CASES = Array.from({ length: KILLS_AT_EACH_POINT }, () =>
  POINTS.flatMap((point) => FATES.map((fate) => ({ ...point, fate }))),
).flat();

test.each(CASES)(
  'each $operation killed at $step, whose statement $fate, is done once when repeated',
  async ({ operation, held, isLast, fate }) => {
    const { load } = stage;
    const api = await stage.runningApi();
    const { calls, sending, release } = await sendAndHold(stage, { operation, held }, api);
    if (fate === 'is committed unheard') {
      api.freeze();
      await release();
      await expect.poll(stage.busyCount, POLL).toBe(0);
    }
    await api.kill();
    await sending;
    expect(calls.map((call) => call.answer)).toEqual(calls.map(() => undefined));
    if (fate === 'dies with it') await stage.terminateBackends();

    const settling = load.settle(await stage.runningApi());
    if (fate === 'outlives it') await expect.poll(stage.waitingCount, POLL).toBe(2 * HELD_CALLS);
    await release();
    await settling;
    await stage.expectNoFaults();
    if (fate !== 'is committed unheard' || !isLast) return;
    for (const call of calls.filter((call) => call.idempotencyKey !== null))
      expect(call.answer?.headers['idempotent-replayed']).toBe('true');
  },
);
