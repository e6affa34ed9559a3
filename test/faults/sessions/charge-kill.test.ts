import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { randomFrom, seedOfRun } from '../../stage/random.ts';
import { isFull } from '../../stage/size.ts';
import { killAt } from '../processes/run-callers.ts';
import { sumsOf } from './charge-ledger.ts';
import { type ChargeStage, COMMIT_LOCK, openChargeStage } from './charge-stage.ts';
import { POLL } from './session-stage.ts';

// 12 kills of the API between question and answer, 1,000 at full size.

const KILLS_UNDER_LOAD = isFull ? 800 : 6;
const KILLS_AT_EACH_POINT = isFull ? 20 : 1;
/** At most this many requests and answers in one life of the process: about 75 calls. */
const BEATS_MAX = 150;
/**
 * At most this many turns of the event loop before the kill, which extends into the next answers.
 */
const TURNS_MAX = 30;
/** All charges are compared with all answers after so many kills, and at the end. */
const KILLS_BETWEEN_AUDITS = 20;

const seed = seedOfRun();
const random = randomFrom(seed);
let stage: ChargeStage;
beforeAll(async () => {
  stage = await openChargeStage(random);
});
afterAll(() => stage.close());

/** After all calls that may be repeated have their answers: to the cent, and nothing twice. */
async function expectSquare() {
  await stage.expectNoFaults();
  const { charged, answered } = await sumsOf(stage.database, stage.purchases);
  expect(charged).toBe(answered);
}

test(`${KILLS_UNDER_LOAD} kills under load: what is charged is what was answered (seed ${seed})`, async () => {
  for (let kill = 0; kill < KILLS_UNDER_LOAD; kill++) {
    const api = await stage.runningApi(true);
    // One kill in each part of a life, from the first call after a start to many concurrent calls.
    const beat = Math.floor(((kill + random()) / KILLS_UNDER_LOAD) * BEATS_MAX);
    await stage.run(api, killAt(api, { beat, turns: Math.floor(random() * TURNS_MAX) }));
    await api.kill();
    if (kill % KILLS_BETWEEN_AUDITS !== 0) continue;
    await expect.poll(stage.busyCount, POLL).toBe(0);
    await stage.expectNoFaults();
  }
  await stage.settle(await stage.runningApi());
  await expectSquare();
  expect(stage.purchases.filter(({ answer }) => answer !== undefined).length).toBeGreaterThan(
    KILLS_UNDER_LOAD,
  );
});

/**
 * The steps between question and answer. The locks of `held` keep so many backends waiting;
 * `isFresh`: only those of an api role that has not done this step yet.
 */
const POINTS = [
  {
    step: 'looking for an earlier answer',
    held: 'lock table idempotency in access exclusive mode',
    waiting: 4,
    isFresh: false,
    fates: ['dies with it', 'outlives it'],
  },
  {
    step: 'reading the market',
    held: 'lock table marts.publication in access exclusive mode',
    waiting: 1,
    isFresh: true,
    fates: ['dies with it', 'outlives it'],
  },
  {
    step: 'the charge',
    held: 'lock table usage in share mode',
    waiting: 7,
    isFresh: false,
    fates: ['dies with it', 'outlives it', 'is committed unheard'],
  },
  // Afterwards only the answer is missing.
  {
    step: 'the commit of the charge',
    held: COMMIT_LOCK,
    waiting: 7,
    isFresh: false,
    fates: ['dies with it', 'outlives it', 'is committed unheard'],
  },
] as const;

/** Of each step a run leaves one fate out, of steps that follow each other another one. */
const leftOut = Math.floor(random() * POINTS.length);
const CASES = Array.from({ length: KILLS_AT_EACH_POINT }, () =>
  POINTS.flatMap(({ fates, ...point }, i) =>
    fates
      .filter((_, j) => isFull || j !== (leftOut + i) % fates.length)
      .map((fate) => ({ ...point, fate })),
  ),
).flat();

test.each(CASES)(
  'calls killed at $step, whose statement $fate, are charged once when repeated',
  async ({ step, held, waiting, isFresh, fate }) => {
    const api = await (isFresh ? stage.freshApi() : stage.runningApi());
    const purchases = stage.newPurchases();
    const { release } = await stage.hold(held);
    onTestFinished(release);
    const sending = Promise.all(purchases.map((purchase) => stage.send(api, purchase)));
    await expect.poll(stage.waitingCount, POLL).toBe(waiting);
    if (fate === 'is committed unheard') {
      api.freeze();
      await release();
      await expect.poll(stage.runningCount, POLL).toBe(0);
    }
    await api.kill();
    await sending;
    const keyed = purchases.filter(({ buyer }) => buyer.isKeyed);
    expect(keyed.map(({ answer }) => answer)).toEqual(keyed.map(() => undefined));
    if (fate === 'dies with it') await stage.terminateBackends();

    const settling = stage.runningApi().then(stage.settle);
    if (fate === 'outlives it')
      await expect.poll(stage.waitingCount, POLL).toBeGreaterThan(waiting);
    await release();
    await settling;
    await expect.poll(stage.busyCount, POLL).toBe(0);
    await expectSquare();
    if (fate === 'is committed unheard' && step === 'the commit of the charge')
      expect(keyed[0]?.answer?.headers['idempotent-replayed']).toBe('true');
  },
);
