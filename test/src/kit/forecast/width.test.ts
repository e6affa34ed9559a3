import { expect, test } from 'vitest';
import { addScores, noScores, scoreLot } from '../../../../src/kit/forecast/backtest/backtest.ts';
import type { SharedParameters } from '../../../../src/kit/forecast/fit-lot.ts';
import { dayCurvesOf } from '../../../../src/kit/forecast/history/lot-day-curves.ts';
import { createRandom, type Random } from '../../../stage/random.ts';
import { lotWith, type SomeLot, sharedParametersOf, weekdayAt } from './random-lots.ts';

// Intervals contain four of five outcomes in cities of any kind, also where errors have changed.

const DAYS = 90;
const SCORED_FROM = 62;
/** Since then, errors are not what they were. */
const CHANGED_FROM = 52;
const LOTS = 4;

/** What is added to the shares of a lot, from figures between some -3 and 3 of its day and slot. */
type Noise = (day: number, ofDay: number, ofSlot: number) => number;

const CITIES: Readonly<Record<string, Noise>> = {
  usual: (_, ofDay, ofSlot) => 0.04 * ofDay + 0.02 * ofSlot,
  'with rare large errors': (_, ofDay, ofSlot) => 0.02 * ofDay ** 3 + 0.01 * ofSlot,
  'of late four times as noisy': (day, ofDay, ofSlot) =>
    (day < CHANGED_FROM ? 0.02 : 0.08) * (ofDay + ofSlot / 2),
  'of late a quarter as noisy': (day, ofDay, ofSlot) =>
    (day < CHANGED_FROM ? 0.08 : 0.02) * (ofDay + ofSlot / 2),
  'of late fuller': (day, ofDay, ofSlot) =>
    (day < CHANGED_FROM ? 0 : 0.2) + 0.03 * ofDay + 0.02 * ofSlot,
};

/** Lots that are full in part together, with their stays and what these bring. */
function cityOf(name: string, random: Random): SomeLot[] {
  const noise = CITIES[name] ?? (() => 0);
  const together = Array.from({ length: DAYS }, () => random.normal() / 2);
  return Array.from({ length: LOTS }, () => {
    const alone = together.map((same) => same + random.normal());
    const usualAt = (day: number, slot: number) =>
      (weekdayAt(day) < 5 ? 0.4 : 0.2) + 0.1 * Math.sin((Math.PI * slot) / 48);
    const lot = lotWith(DAYS, (day, slot) => {
      const share = usualAt(day, slot) + noise(day, alone[day] ?? 0, random.normal());
      return Math.max(0, Math.min(1, share));
    });
    lot.days.region = name;
    lot.history.sessions = lot.history.sessions.map((_, day) =>
      Math.round(60 * Math.exp(3 * noise(day, alone[day] ?? 0, random.normal()))),
    );
    lot.history.revenueMinor = lot.history.sessions.map((stays) => 250 * stays);
    return lot;
  });
}

const NAMES = Object.keys(CITIES);
const WORLD = new Map(NAMES.map((name, i) => [name, cityOf(name, createRandom(i))]));

/** Of outcomes of the last four weeks. */
function coverageOf(lots: readonly SomeLot[], sharedParameters: SharedParameters) {
  const sum = noScores();
  for (const { history, days } of lots)
    addScores(sum, scoreLot(history, dayCurvesOf(history, days), sharedParameters, SCORED_FROM));
  const { shares, sessions, revenueMinor } = sum;
  return [shares, sessions, revenueMinor].map(({ insideCount, cells }) => insideCount / cells);
}

function expectFourOfFive([shares = 0, sessions = 0, revenueMinor = 0]: readonly number[]): void {
  expect(shares).toBeGreaterThan(0.78);
  expect(shares).toBeLessThan(0.82);
  // Of four lots there are 112 daily figures only.
  for (const daily of [sessions, revenueMinor]) {
    expect(daily).toBeGreaterThan(0.75);
    expect(daily).toBeLessThan(0.85);
  }
}

test.for(NAMES)('a city %s: four of five outcomes are inside', async (name) => {
  const lots = WORLD.get(name) ?? [];
  expectFourOfFive(coverageOf(lots, await sharedParametersOf(lots, DAYS)));
});

test('each of several cities of a world has the intervals that it needs', async () => {
  const sharedParameters = await sharedParametersOf([...WORLD.values()].flat(), DAYS);
  for (const lots of WORLD.values()) expectFourOfFive(coverageOf(lots, sharedParameters));
});

test('a lot in a city that nobody learnt from has the intervals that it needs', async () => {
  const [usual = [], large = []] = [...WORLD.values()];
  const [shares = 0] = coverageOf(large, await sharedParametersOf(usual, DAYS));
  expect(shares).toBeGreaterThan(0.78);
  expect(shares).toBeLessThan(0.82);
});
