import { expect, test } from 'vitest';
import {
  describeScores,
  type ScoredDay,
  scoreLot,
} from '../../../../../src/kit/forecast/backtest/backtest.ts';
import { dayCurvesOf } from '../../../../../src/kit/forecast/history/lot-day-curves.ts';
import { createRandom, seedOfRun } from '../../../../stage/random.ts';
import { lotWith, randomLot, type SomeLot, sharedParametersOf } from '../random-lots.ts';

async function scored(lots: readonly SomeLot[], days: number, from: number) {
  const sharedParameters = await sharedParametersOf(lots, days);
  const scoredDays: ScoredDay[] = [];
  const scores = lots.map(({ history, days }) =>
    scoreLot(history, dayCurvesOf(history, days), sharedParameters, from, (day) =>
      scoredDays.push(day),
    ),
  );
  return { scores, scoredDays };
}

function expectOrdered(days: readonly ScoredDay[]): void {
  for (const { value, low = Number.NaN, high = Number.NaN } of days.flatMap(
    ({ predicted }) => predicted,
  )) {
    if (Number.isNaN(value)) continue;
    expect(low).toBeGreaterThanOrEqual(0);
    expect(value).toBeGreaterThanOrEqual(low);
    expect(high).toBeGreaterThanOrEqual(value);
    expect(high).toBeLessThanOrEqual(1);
  }
}

const seed = seedOfRun();

test(`an interval contains its forecast, whatever was measured (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const lots = Array.from({ length: 4 }, () => randomLot(random, 40));
  const { scoredDays } = await scored(lots, 40, 5);
  expectOrdered(scoredDays);
});

test('an interval contains its forecast also where all forecasts were too low', async () => {
  const lot = lotWith(60, (day) => Math.min(1, 0.01 * 1.09 ** day));
  expectOrdered((await scored([lot], 60, 5)).scoredDays);
});

test('only measured half hours of the days from the first on are scored', async () => {
  const share = (day: number, slot: number) => (slot < 12 || day === 33 ? Number.NaN : 0.5);
  const { scores, scoredDays } = await scored([lotWith(35, share)], 35, 30);
  expect(scores[0]?.shares).toMatchObject({ cells: 4 * 36, peaks: 4 });
  expect(scoredDays.map(({ day }) => day)).toEqual([30, 31, 32, 33, 34]);
});

test('what nobody measured has no error rather than none', async () => {
  const { scores } = await scored([lotWith(20, () => Number.NaN)], 20, 10);
  expect(scores.map(describeScores)).toEqual([
    {
      cells: 0,
      mae: null,
      rmse: null,
      peak_mae: null,
      coverage: null,
      coverage_80: null,
      baselines: {
        seasonal_naive: { mae: null, rmse: null, peak_mae: null },
        holt_winters: { mae: null, rmse: null, peak_mae: null },
      },
      nowcasts: [30, 60, 120].map((minutes) => ({
        minutes,
        mae: null,
        rmse: null,
        peak_mae: null,
      })),
      sessions: expect.objectContaining({ days: 0, mae: null }),
      revenue_minor: expect.objectContaining({ days: 0, mae: null }),
    },
  ]);
});

test('four of five outcomes are inside the interval once errors are known, and that is reported', async () => {
  const random = createRandom(7);
  const lots = Array.from({ length: 6 }, () => lotWith(90, () => 0.5 + 0.08 * random.normal()));
  const { scores } = await scored(lots, 90, 60);
  const inside = scores.reduce((sum, { shares }) => sum + shares.insideCount, 0);
  const cells = scores.reduce((sum, { shares }) => sum + shares.cells, 0);
  const [first] = scores;
  expect(first && describeScores(first).coverage).toBeCloseTo(
    (first?.shares.insideCount ?? 0) / (first?.shares.cells ?? 0),
    4,
  );
  expect(inside / cells).toBeGreaterThan(0.75);
  expect(inside / cells).toBeLessThan(0.85);
});

test('what is counted by day is scored in stays and minor units', async () => {
  const lot = lotWith(60, () => 0.5);
  lot.history.sessions.fill(25).set([30], 59);
  lot.history.revenueMinor.fill(40_000);
  const { scores } = await scored([lot], 60, 59);
  expect(scores.map(describeScores)[0]).toMatchObject({
    sessions: { days: 1, mae: 5, baselines: { seasonal_naive: { mae: 5 } } },
    revenue_minor: { days: 1, mae: 0, baselines: { seasonal_naive: { mae: 0 } } },
  });
});
