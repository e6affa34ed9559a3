import { describe, expect, test } from 'vitest';
import {
  emptyDayForecast,
  forecastDay,
  learnOwn,
} from '../../../../../src/kit/forecast/day-forecast.ts';
import {
  createDayCurve,
  type DayCurve,
  HALF_HOURS,
  HOLIDAY,
} from '../../../../../src/kit/forecast/history/day-curve.ts';
import {
  type Mark,
  multiplierOf,
  noExperience,
} from '../../../../../src/kit/forecast/history/unusual-days.ts';

const NOTHING = new Float64Array();
const HOLIDAYS = [20, 27, 41, 48];
const CONCERT: Mark = { fromSlot: 36, toSlot: 44, type: 'concert', impact: 'medium' };

type Options = { onHoliday?: number; atConcert?: number; concerts?: number[] };

const forecast = (dayCurve: DayCurve, day: number) =>
  forecastDay(dayCurve, { day, horizon: 1 }, NOTHING, emptyDayForecast(HALF_HOURS));

/** What is forecast for a day. */
function forecastOf(day: number, options: Options = {}): Float32Array {
  return forecast(learntBefore(day, options), day).values;
}

/** A lot that is a quarter full on usual days, which were learnt up to a day. */
function learntBefore(day: number, options: Options): DayCurve {
  const { onHoliday = 0.25, atConcert = 0.25, concerts = [] } = options;
  const kinds = Uint8Array.from({ length: day + 1 }, (_, i) =>
    HOLIDAYS.includes(i) ? HOLIDAY : i % 7,
  );
  const values = Float32Array.from({ length: (day + 1) * HALF_HOURS }, (_, i) => {
    const on = Math.floor(i / HALF_HOURS);
    const slot = i % HALF_HOURS;
    if (HOLIDAYS.includes(on)) return onHoliday;
    const isDuring = slot >= CONCERT.fromSlot && slot < CONCERT.toSlot;
    return concerts.includes(on) && isDuring ? atConcert : 0.25;
  });
  const marks = new Map(concerts.map((on) => [on, [CONCERT]]));
  const dayCurve = createDayCurve({ slots: HALF_HOURS, values, most: 1, kinds, marks, region: '' });
  for (let each = 0; each < day; each += 1) learnOwn(dayCurve, each, forecast(dayCurve, each));
  return dayCurve;
}

describe('how many times the usual figure is expected:', () => {
  test('what the impact says, before anything was seen', () => {
    expect(multiplierOf(noExperience(), 1.15)).toBe(1.15);
    expect(multiplierOf(noExperience())).toBe(1);
  });

  test('half of each after two days, and what was seen after many', () => {
    expect(multiplierOf({ measured: 20, usual: 10, days: 2 }, 1)).toBeCloseTo(1.5, 6);
    expect(multiplierOf({ measured: 2_000, usual: 1_000, days: 200 }, 1)).toBeCloseTo(1.99, 2);
  });

  test('never more than four times', () => {
    expect(multiplierOf({ measured: 1e6, usual: 1, days: 100 }, 1)).toBe(4);
  });

  test('what the impact says where usual days are empty', () => {
    expect(multiplierOf({ measured: 5, usual: 0, days: 3 }, 1.3)).toBe(1.3);
  });
});

describe('a public holiday', () => {
  test('is not learnt as the usual day it falls on', () => {
    expect(forecastOf(55, { onHoliday: 1 })[20]).toBeCloseTo(0.25, 6);
  });

  test('is forecast from what holidays before it did', () => {
    expect(forecastOf(20, { onHoliday: 1 })[20]).toBeCloseTo(0.25, 6);
    const learnt = forecastOf(48, { onHoliday: 1 })[20] ?? 0;
    expect(learnt).toBeCloseTo(0.25 * ((3 * 4 + 2) / 5), 5);
  });
});

describe('an event near a lot', () => {
  const concerts = [15, 24, 33, 42, 50];

  test('changes the half hours it takes, and no others', () => {
    const values = forecastOf(15, { concerts });
    expect(values[36]).toBeCloseTo(0.25 * 1.15, 6);
    expect([values[35], values[44]]).toEqual([0.25, 0.25]);
  });

  test('is forecast from what those of its type did', () => {
    const learnt = forecastOf(50, { concerts, atConcert: 0.5 })[40] ?? 0;
    expect(learnt).toBeCloseTo(0.25 * ((4 * 2 + 2 * 1.15) / 6), 5);
  });

  test('is not learnt as usual', () => {
    expect(forecastOf(49, { concerts: [42], atConcert: 1 })[40]).toBeCloseTo(0.25, 6);
  });
});

test('what differs on unusual days does not go on', () => {
  const dayCurve = learntBefore(22, { onHoliday: 1, concerts: [15], atConcert: 1 });
  const known = (day: number, slot: number) => !Number.isNaN(dayCurve.residuals[day * 48 + slot]);
  expect([known(15, 35), known(15, 36), known(15, 44)]).toEqual([true, false, true]);
  expect([known(20, 0), known(21, 0)]).toEqual([false, true]);
});
