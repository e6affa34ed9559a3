import { expect, test } from 'vitest';
import { type ScoredDay, scoreLot } from '../../../../src/kit/forecast/backtest/backtest.ts';
import type { SharedParameters } from '../../../../src/kit/forecast/fit-lot.ts';
import {
  dayCurvesOf,
  FIGURES,
  slotsOf,
} from '../../../../src/kit/forecast/history/lot-day-curves.ts';
import { createRandom, type Random, seedOfRun } from '../../../stage/random.ts';
import { randomLot, type SomeLot, sharedParametersOf } from './random-lots.ts';

// A forecast of a day is made from the days before it. So histories that differ only from a day on
// must give the same forecast of that day, and the same knowledge before it.

const DAYS = 45;
const ORIGIN = 30;
const LOTS = 3;
const seed = seedOfRun();

/** The same lot, with other figures on all days from `from` on. */
function withOtherFuture(lot: SomeLot, random: Random, from: number): SomeLot {
  const history = { ...lot.history };
  for (const figure of FIGURES)
    history[figure] = history[figure].map((value, i) =>
      i < from * slotsOf(figure) ? value : random.pick([Number.NaN, 0, random.next(), 1]),
    );
  return { ...lot, history };
}

const before = (sharedParameters: SharedParameters, day: number) =>
  FIGURES.map((figure) => sharedParameters[figure].slice(0, day + 1));

function forecastsUpTo(lots: readonly SomeLot[], sharedParameters: SharedParameters, day: number) {
  const predicted: ScoredDay['predicted'][] = [];
  for (const { history, days } of lots)
    scoreLot(history, dayCurvesOf(history, days), sharedParameters, ORIGIN - 5, (scored) => {
      const isKnown = scored.predicted.some(({ value }) => !Number.isNaN(value));
      if (scored.day <= day && isKnown) predicted.push(scored.predicted);
    });
  return predicted;
}

test(`what happens from a day on changes nothing that is forecast for it (seed ${seed})`, async () => {
  const random = createRandom(seed);
  let saidCount = 0;
  for (let round = 0; round < 4; round += 1) {
    const lots = Array.from({ length: LOTS }, () => randomLot(random, DAYS));
    const others = lots.map((lot) => withOtherFuture(lot, random, ORIGIN));
    const [sharedParameters, otherSharedParameters] = [
      await sharedParametersOf(lots, DAYS),
      await sharedParametersOf(others, DAYS),
    ];
    expect(before(otherSharedParameters, ORIGIN)).toEqual(before(sharedParameters, ORIGIN));
    expect(otherSharedParameters.shares.at(-1)).not.toEqual(sharedParameters.shares.at(-1));
    const predicted = forecastsUpTo(lots, sharedParameters, ORIGIN);
    saidCount += predicted.length;
    expect(forecastsUpTo(others, otherSharedParameters, ORIGIN)).toEqual(predicted);
  }
  expect(saidCount).toBeGreaterThan(0);
});

test(`a forecast of the day after does know of a day (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const lots = Array.from({ length: LOTS }, () => randomLot(random, DAYS));
  const others = lots.map((lot) => withOtherFuture(lot, random, ORIGIN));
  const sharedParameters = await sharedParametersOf(lots, DAYS);
  expect(forecastsUpTo(others, sharedParameters, ORIGIN + 1)).not.toEqual(
    forecastsUpTo(lots, sharedParameters, ORIGIN + 1),
  );
});
