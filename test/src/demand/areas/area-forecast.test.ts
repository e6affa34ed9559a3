import { expect, test } from 'vitest';
import { areaDayOf, areaForecastOf } from '../../../../src/demand/areas/area-forecast.ts';
import { packForecast } from '../../../../src/kit/forecast/packed-forecast.ts';
import { randomFrom, seedOfRun } from '../../../stage/random.ts';
import { randomForecast } from '../../kit/forecast/random-forecast.ts';

const FIRST_DAY = 20_400;
/** More days than an area keeps, and more areas than keep any. */
const DAYS = 12;
const AREAS = 30_000;
const seed = seedOfRun();
const random = randomFrom(seed);

const areaOf = (bytes: Uint8Array) => areaForecastOf({ currency: 'cad', madeAtMs: 1, bytes });

/** A day without the area that it is of. */
function dayOf(area: ReturnType<typeof areaOf>, day: number) {
  const { forecast: _, ...expected } = areaDayOf(area, day) ?? {};
  return expected;
}

test(`a day of an area is the same when it is kept, and after others took its place (seed ${seed})`, () => {
  const packed = Array.from({ length: 40 }, () =>
    packForecast({ ...randomForecast(random), hasHistory: true, fromDay: FIRST_DAY }),
  );
  const areas = packed.map(areaOf);
  const days = Array.from({ length: DAYS }, (_, i) => FIRST_DAY + i * 20);
  const lookAtAll = () => areas.map((area) => days.map((day) => dayOf(area, day)));
  const first = lookAtAll();
  expect(first.flat().some((day) => 'sessions' in day && day.sessions !== undefined)).toBe(true);
  expect(lookAtAll()).toEqual(first);
  const [bytes = new Uint8Array()] = packed;
  for (let i = 0; i < AREAS; i += 1) areaDayOf(areaOf(bytes), FIRST_DAY + (i % DAYS));
  expect(lookAtAll()).toEqual(first);
});

test('of a day that is not forecast, and without a history, nothing is expected', () => {
  const forecast = { ...randomForecast(random), fromDay: FIRST_DAY };
  const known = areaOf(packForecast({ ...forecast, hasHistory: true }));
  const unknown = areaOf(packForecast({ ...forecast, hasHistory: false }));
  for (const _ of [1, 2]) {
    expect(areaDayOf(known, FIRST_DAY - 1)).toBeNull();
    expect(areaDayOf(unknown, FIRST_DAY)).toBeNull();
  }
});
