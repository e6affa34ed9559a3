import { expect, test } from 'vitest';
import { scoreLot } from '../../../../src/kit/forecast/backtest/backtest.ts';
import { fitLot } from '../../../../src/kit/forecast/fit-lot.ts';
import { HALF_HOURS } from '../../../../src/kit/forecast/history/day-curve.ts';
import { dayCurvesOf, FIGURES } from '../../../../src/kit/forecast/history/lot-day-curves.ts';
import { HORIZONS, type LotForecast } from '../../../../src/kit/forecast/lot-forecast.ts';
import { packForecast, unpackForecast } from '../../../../src/kit/forecast/packed-forecast.ts';
import { hasDay } from '../../../../src/kit/time/day-set.ts';
import { createRandom, seedOfRun } from '../../../stage/random.ts';
import { lotWith, randomLot, type SomeLot, sharedParametersOf } from './random-lots.ts';

// What holds of the forecast of any lot, whatever was measured there.

const BYTES_MAX = 2_000;
const LOTS = 3;
const SHARE_STEP = 1 / 250;

async function forecastsOf(lots: readonly SomeLot[], days: number) {
  const sharedParameters = await sharedParametersOf(lots, days);
  return lots.map((lot) => {
    const { history, ahead } = lot;
    return {
      lot,
      forecast: fitLot(history, dayCurvesOf(history, lot.days), sharedParameters, ahead),
    };
  });
}

const NOT_NEGATIVE = (value: number) => Number.isNaN(value) || (value >= 0 && value < Infinity);
const A_SHARE = (value: number) => NOT_NEGATIVE(value) && !(value > 1);

function expectSound(lot: SomeLot, forecast: LotForecast): void {
  const { closed, heldSpaces } = lot.ahead;
  for (const name of FIGURES) {
    const { next, usual, spread, slots } = forecast[name];
    const isSound = name === 'shares' ? A_SHARE : NOT_NEGATIVE;
    expect([...next, ...usual].filter((value) => !isSound(value))).toEqual([]);
    expect([...spread].filter((value) => value < 0)).toEqual([]);
    for (let i = 0; i < HORIZONS; i += 1)
      if (hasDay(closed, i))
        expect(next.subarray(i * slots, (i + 1) * slots).every((value) => value === 0)).toBe(true);
  }
  for (const [i, share] of forecast.shares.next.entries()) {
    if (hasDay(closed, Math.floor(i / HALF_HOURS))) continue;
    const held = Math.min(1, (heldSpaces[i] ?? 0) / lot.history.spaces);
    if (held > 0) expect(share).toBeGreaterThanOrEqual(Math.fround(held));
  }
}

function expectNear(actual: Float32Array, wanted: Float32Array, step: number): void {
  expect(actual.length).toBe(wanted.length);
  const isNear = (value: number, i: number) =>
    Number.isNaN(value)
      ? Number.isNaN(wanted[i])
      : Math.abs(value - (wanted[i] ?? 0)) <= step / 2 + 1e-6;
  expect([...actual].filter((value, i) => !isNear(value, i))).toEqual([]);
}

const seed = seedOfRun();

test(`whatever was measured, figures are in their bounds, and packed the same (seed ${seed})`, async () => {
  const random = createRandom(seed);
  for (const days of [0, 1, 2, 8, 30, 70, random.integer(1, 140)]) {
    const lots = Array.from({ length: LOTS }, () => randomLot(random, days));
    for (const { lot, forecast } of await forecastsOf(lots, days)) {
      expectSound(lot, forecast);
      const bytes = packForecast(forecast);
      expect(bytes.length).toBeLessThan(BYTES_MAX);
      const read = unpackForecast(bytes);
      for (const list of ['next', 'usual'] as const)
        expectNear(read.shares[list], forecast.shares[list], SHARE_STEP);
      for (const name of ['sessions', 'revenueMinor'] as const)
        expect(read[name].next).toEqual(forecast[name].next);
      const { fromDay, spaces, hasHistory, hasStays, closed, holidays } = forecast;
      expect(read).toMatchObject({ fromDay, spaces, hasHistory, hasStays, closed, holidays });
      expect(read.unusual.map(({ ahead }) => ahead)).toEqual(
        forecast.unusual.map(({ ahead }) => ahead),
      );
      expect(packForecast(read)).toEqual(bytes);
    }
  }
});

test(`more than a year of half hours is forecast in bounds (seed ${seed})`, async () => {
  const lot = randomLot(createRandom(seed), 400);
  for (const { forecast } of await forecastsOf([lot], 400)) expectSound(lot, forecast);
});

test('a lot that is the same each week is forecast as it is, 1 to 14 days ahead', async () => {
  const share = (day: number, slot: number) => (day % 7 < 5 ? slot / 60 : 0.1);
  const [fitted] = await forecastsOf([lotWith(56, share)], 56);
  for (const [i, value] of (fitted?.forecast.shares.next ?? []).entries())
    expect(value).toBeCloseTo(share(56 + Math.floor(i / HALF_HOURS), i % HALF_HOURS), 2);
});

test('a half hour that was never measured is not forecast', async () => {
  const [fitted] = await forecastsOf(
    [lotWith(30, (_, slot) => (slot < 16 ? Number.NaN : 0.5))],
    30,
  );
  const isKnown = fitted?.forecast.shares.next.map((value) => Number(!Number.isNaN(value)));
  expect(isKnown?.every((known, i) => known === Number(i % HALF_HOURS >= 16))).toBe(true);
});

test(`what is published of the last 28 days is what a backtest finds (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const lots = Array.from({ length: LOTS }, () => randomLot(random, 60));
  const sharedParameters = await sharedParametersOf(lots, 60);
  for (const { history, days, ahead } of lots) {
    const { backtest } = fitLot(history, dayCurvesOf(history, days), sharedParameters, ahead);
    const { shares } = scoreLot(history, dayCurvesOf(history, days), sharedParameters, 60 - 28);
    expect(backtest).toMatchObject({ cells: shares.cells, insideCount: shares.insideCount });
    expect(backtest.errorSum).toBeCloseTo(shares.errorSum, 6);
  }
});

test('fewer than seven days with measurements are no history', async () => {
  for (const [days, hasHistory] of [
    [6, false],
    [7, true],
  ] as const) {
    const [fitted] = await forecastsOf([lotWith(days, () => 0.5)], days);
    expect(fitted?.forecast.hasHistory).toBe(hasHistory);
  }
});
