import { expect, test } from 'vitest';
import { type ScoredDay, scoreLot } from '../../../../src/kit/forecast/backtest/backtest.ts';
import type { Commons } from '../../../../src/kit/forecast/fit-lot.ts';
import { coursesOf, FIGURES, slotsOf } from '../../../../src/kit/forecast/history/lot-courses.ts';
import { createRandom, type Random, seedOfRun } from '../../../stage/random.ts';
import { commonsOf, randomLot, type SomeLot } from './random-lots.ts';

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

const before = (commons: Commons, day: number) =>
  FIGURES.map((figure) => commons[figure].slice(0, day + 1));

function forecastsUpTo(lots: readonly SomeLot[], commons: Commons, day: number) {
  const said: ScoredDay['said'][] = [];
  for (const { history, days } of lots)
    scoreLot(history, coursesOf(history, days), commons, ORIGIN - 5, (scored) => {
      const isKnown = scored.said.some(({ value }) => !Number.isNaN(value));
      if (scored.day <= day && isKnown) said.push(scored.said);
    });
  return said;
}

test(`what happens from a day on changes nothing that is forecast for it (seed ${seed})`, async () => {
  const random = createRandom(seed);
  let saidCount = 0;
  for (let round = 0; round < 4; round += 1) {
    const lots = Array.from({ length: LOTS }, () => randomLot(random, DAYS));
    const others = lots.map((lot) => withOtherFuture(lot, random, ORIGIN));
    const [commons, otherCommons] = [await commonsOf(lots, DAYS), await commonsOf(others, DAYS)];
    expect(before(otherCommons, ORIGIN)).toEqual(before(commons, ORIGIN));
    expect(otherCommons.shares.at(-1)).not.toEqual(commons.shares.at(-1));
    const said = forecastsUpTo(lots, commons, ORIGIN);
    saidCount += said.length;
    expect(forecastsUpTo(others, otherCommons, ORIGIN)).toEqual(said);
  }
  expect(saidCount).toBeGreaterThan(0);
});

test(`a forecast of the day after does know of a day (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const lots = Array.from({ length: LOTS }, () => randomLot(random, DAYS));
  const others = lots.map((lot) => withOtherFuture(lot, random, ORIGIN));
  const commons = await commonsOf(lots, DAYS);
  expect(forecastsUpTo(others, commons, ORIGIN + 1)).not.toEqual(
    forecastsUpTo(lots, commons, ORIGIN + 1),
  );
});
