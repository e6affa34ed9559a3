import { expect, test } from 'vitest';
import { noBacktest } from '../../../../src/kit/forecast/backtest-sum.ts';
import { HALF_HOURS } from '../../../../src/kit/forecast/history/day-curve.ts';
import { emptyLotDay, readLotDay, shareAt } from '../../../../src/kit/forecast/lot-day.ts';
import {
  addBacktest,
  carryAt,
  hasHistory,
  hasStays,
  isReadable,
} from '../../../../src/kit/forecast/lot-facts.ts';
import {
  CALENDAR_DAYS,
  type Figure,
  HORIZONS,
  type LotForecast,
  WEEKDAYS,
} from '../../../../src/kit/forecast/lot-forecast.ts';
import { packForecast, unpackForecast } from '../../../../src/kit/forecast/packed-forecast.ts';
import { hasDay } from '../../../../src/kit/time/day-set.ts';
import { randomFrom, seedOfRun } from '../../../stage/random.ts';
import { randomForecast } from './random-forecast.ts';

const LOTS = 100;
const DAY_MS = 86_400_000;
/** 1970-01-01 was a Thursday. */
const THURSDAY = 3;
const seed = seedOfRun();

/** By the definition: of a forecast that was unpacked as a whole. */
function dayByDefinition(forecast: LotForecast, day: number) {
  const ahead = day - forecast.fromDay;
  const isClosed = hasDay(forecast.closed, ahead);
  const weekday = hasDay(forecast.holidays, ahead) ? WEEKDAYS : (day + THURSDAY) % WEEKDAYS;
  const month = new Date(day * DAY_MS).getUTCMonth();
  const unusual = forecast.unusual.find((one) => one.ahead === ahead);
  const valuesOf = (figure: Figure, factor: number) =>
    Array.from({ length: figure.slots }, (_, slot) => {
      if (isClosed) return 0;
      if (ahead < HORIZONS) return figure.next[ahead * figure.slots + slot];
      return factor * (figure.usual[weekday * figure.slots + slot] ?? Number.NaN);
    });
  const season = ({ season: months }: Figure) => months[month] ?? Number.NaN;
  const { shares, sessions, revenueMinor } = forecast;
  return {
    isClosed,
    shares: valuesOf(shares, (unusual?.share ?? 1) * season(shares)).map((share) =>
      Math.min(1, share ?? Number.NaN),
    ),
    sessions: valuesOf(sessions, (unusual?.daily ?? 1) * season(sessions) ** 2),
    revenueMinor: valuesOf(revenueMinor, (unusual?.daily ?? 1) * season(revenueMinor) ** 2),
  };
}

test(`each day read alone is what the whole forecast says of it (seed ${seed})`, () => {
  const random = randomFrom(seed);
  const read = emptyLotDay();
  for (let lot = 0; lot < LOTS; lot += 1) {
    const bytes = packForecast(randomForecast(random));
    const forecast = unpackForecast(bytes);
    for (let i = 0; i < 40; i += 1) {
      const ahead = i < HORIZONS + 2 ? i : Math.floor(random() * CALENDAR_DAYS);
      const day = forecast.fromDay + ahead;
      expect(readLotDay(bytes, day, read)).toBe(true);
      const expected = dayByDefinition(forecast, day);
      expect(read.isClosed).toBe(expected.isClosed);
      expect(read.spaces).toBe(forecast.spaces);
      const slots = Array.from(read.shares.values, (_, slot) => day * HALF_HOURS + slot);
      expectNear(
        slots.map((slot) => shareAt(bytes, slot)),
        read.shares.values,
      );
      for (const name of ['shares', 'sessions', 'revenueMinor'] as const) {
        const { values, spread, bounds } = read[name];
        const figure = forecast[name];
        expectNear(values, expected[name]);
        expectNear(spread, expected.isClosed ? figure.spread.map(() => 0) : figure.spread);
        const at = Math.min(ahead, HORIZONS);
        expectNear(
          [bounds.low, bounds.high, bounds.together],
          [figure.lows[at], figure.highs[at], figure.together],
        );
      }
    }
  }
});

function expectNear(read: ArrayLike<number>, expected: ArrayLike<number | undefined>) {
  const wrong = Array.from(read, (value, i) => {
    const wanted = expected[i] ?? Number.NaN;
    const isSame = Number.isNaN(value)
      ? Number.isNaN(wanted)
      : Math.abs(value - wanted) <= 1e-5 * Math.max(1, Math.abs(wanted));
    return isSame ? [] : [`${i}: ${value} instead of ${wanted}`];
  });
  expect([read.length, wrong.flat()]).toEqual([expected.length, []]);
}

test('no day is read from before a forecast, or from more than a year after it', () => {
  const forecast = randomForecast(randomFrom(seed));
  const bytes = packForecast(forecast);
  const read = emptyLotDay();
  for (const ahead of [-1, CALENDAR_DAYS]) {
    expect(readLotDay(bytes, forecast.fromDay + ahead, read)).toBe(false);
    expect(shareAt(bytes, (forecast.fromDay + ahead) * HALF_HOURS)).toBeNaN();
  }
});

test('what holds for all days is read as it was packed', () => {
  const random = randomFrom(seed);
  for (let lot = 0; lot < LOTS; lot += 1) {
    const bytes = packForecast(randomForecast(random));
    const forecast = unpackForecast(bytes);
    expect([hasHistory(bytes), hasStays(bytes)]).toEqual([forecast.hasHistory, forecast.hasStays]);
    expectNear(
      [0, 1, 2].map((i) => carryAt(bytes, i)),
      forecast.carry,
    );
    const sum = { errorSum: 1, cells: 2, days: 3, insideCount: 4, intervalCells: 5 };
    addBacktest(sum, bytes);
    const { errorSum, cells, days, insideCount } = forecast.backtest;
    expect(sum).toEqual({
      errorSum: 1 + errorSum,
      cells: 2 + cells,
      days: Math.max(3, days),
      insideCount: 4 + (insideCount ?? 0),
      intervalCells: 5 + (insideCount === null ? 0 : cells),
    });
  }
});

test('a forecast of before outcomes in intervals were counted is read, and says of none', () => {
  const forecast = randomForecast(randomFrom(seed));
  const counted = packForecast({ ...forecast, backtest: { ...forecast.backtest, insideCount: 7 } });
  const bytes = counted.slice(0, -4);
  expect(unpackForecast(counted).backtest.insideCount).toBe(7);
  expect(unpackForecast(bytes)).toEqual({
    ...unpackForecast(counted),
    backtest: { ...unpackForecast(counted).backtest, insideCount: null },
  });
  const sum = noBacktest();
  addBacktest(sum, bytes);
  expect(sum).toMatchObject({ cells: forecast.backtest.cells, insideCount: 0, intervalCells: 0 });
});

test('what is not known has the same bytes, whatever computed it', () => {
  const bytesOf = (unknown: number) => {
    const forecast = randomForecast(randomFrom(seed));
    forecast.sessions.spread = new Float32Array(Uint32Array.of(unknown).buffer);
    return packForecast(forecast);
  };
  expect(bytesOf(0xffc00001)).toEqual(bytesOf(0x7fc00000));
});

test('bytes of another version are not read', () => {
  const bytes = packForecast(randomForecast(randomFrom(seed)));
  expect(isReadable(bytes)).toBe(true);
  bytes[0] = 2;
  expect(isReadable(bytes)).toBe(false);
});
