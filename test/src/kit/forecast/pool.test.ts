import { expect, test } from 'vitest';
import { noScores, scoreLot } from '../../../../src/kit/forecast/backtest/backtest.ts';
import { dayCurvesOf } from '../../../../src/kit/forecast/history/lot-day-curves.ts';
import { createRandom } from '../../../stage/random.ts';
import { lotWith, type SomeLot, sharedParametersOf } from './random-lots.ts';

const DAYS = 70;
const SCORED_FROM = 42;

/** Lots that are above or below their usual level for many days. */
function quietLot(seed: number): SomeLot {
  const random = createRandom(seed);
  let level = 0;
  const levels = Array.from({ length: DAYS }, () => {
    level = 0.9 * level + 0.01 * random.normal();
    return level;
  });
  return lotWith(DAYS, (day) => 0.5 + (levels[day] ?? 0));
}

/** Lots whose days say nothing of the next day. */
function noisyLot(seed: number): SomeLot {
  const random = createRandom(seed);
  const levels = Array.from({ length: DAYS }, () => 0.15 * random.normal());
  return lotWith(DAYS, (day) => Math.max(0, Math.min(1, 0.5 + (levels[day] ?? 0))));
}

/** The mean error of the forecasts of quiet lots, after learning from these. */
async function errorOf(quiet: readonly SomeLot[], learnt: readonly SomeLot[]): Promise<number> {
  const sharedParameters = await sharedParametersOf(learnt, DAYS);
  const sum = noScores().shares;
  for (const { history, days } of quiet) {
    const { shares } = scoreLot(history, dayCurvesOf(history, days), sharedParameters, SCORED_FROM);
    sum.errorSum += shares.errorSum;
    sum.cells += shares.cells;
  }
  return sum.errorSum / sum.cells;
}

const QUIET = [1, 2, 3, 4].map(quietLot);
const NOISY = [5, 6, 7, 8].map(noisyLot);

test('how days go on is learnt from other lots, and noisy ones count less', async () => {
  const unlearnt = await errorOf(QUIET, []);
  expect(await errorOf(QUIET, QUIET)).toBeLessThan(0.75 * unlearnt);
  expect(await errorOf(QUIET, [...QUIET, ...NOISY])).toBeLessThan(0.75 * unlearnt);
});

/** What is known at last of lots whose days are above or below 0.5 by what is given. */
async function commonOf(...misses: ((day: number, slot: number) => number)[]) {
  const lots = misses.map((miss) => lotWith(DAYS, (day, slot) => 0.5 + miss(day, slot)));
  return (await sharedParametersOf(lots, DAYS)).shares.at(-1);
}

/** The same number for the same day and slot. */
const noise = (seed: number) => (day: number, slot: number) =>
  0.05 * createRandom(seed + 1_000 * day + slot).normal();

test('lots of a region that are full at the same times are known to be', async () => {
  const same = await commonOf(noise(1), noise(1), noise(1));
  expect(same?.together).toBeGreaterThan(0.95);
  const apart = await commonOf(noise(1e6), noise(2e6), noise(3e6));
  expect(apart?.together).toBeLessThan(0.1);
});

test('a difference from the forecast is known to remain as long as it does', async () => {
  const daily = noise(1);
  const remaining = await commonOf((day) => daily(day, 0));
  for (const carry of remaining?.carry ?? [0]) expect(carry).toBeGreaterThan(0.9);
  const fleeting = await commonOf(noise(1));
  for (const carry of fleeting?.carry ?? [1]) expect(carry).toBeLessThan(0.15);
});
