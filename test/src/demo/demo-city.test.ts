import { expect, test } from 'vitest';
import { OPERATORS, pointAt } from '../../../src/demo/city.ts';
import { demoHours } from '../../../src/demo/demo-hours.ts';
import { demoLots, demoStationLots, demoTestLots } from '../../../src/demo/demo-lots.ts';
import { demoSearches } from '../../../src/demo/demo-searches.ts';
import { demoStays } from '../../../src/demo/demo-stays.ts';
import { DISTRICTS, STATION } from '../../../src/demo/districts.ts';
import { greatCircleMetres } from '../../../src/kit/geo/great-circle.ts';

const MORNING = new Date('2026-11-20T06:00:00Z');
const EVENING = new Date('2026-11-20T21:00:00Z');

test('the city is the same every time', () => {
  expect(demoLots()).toEqual(demoLots());
  expect(demoTestLots()).toEqual(demoTestLots());
});

test('its past is the same all day: at a later hour there is only more of it', async () => {
  const lots = demoLots().slice(0, 40);
  const pastAt = async (now: Date) => {
    const hours = demoHours(now);
    const past = await demoStays(lots, hours);
    return { stays: past.stays, searches: await demoSearches(lots, past, hours, now) };
  };
  const early = await pastAt(MORNING);
  const late = await pastAt(EVENING);
  expect(early.stays).toEqual(late.stays);
  expect(late.searches.filter((search) => search.at < MORNING)).toEqual(early.searches);
  expect(late.searches.length).toBeGreaterThan(early.searches.length);
});

test('the station is of two operators, far from everybody else', () => {
  expect(new Set(demoStationLots().map(({ operator }) => operator)).size).toBe(2);
  const place = pointAt(STATION.eastKm, STATION.northKm);
  for (const lot of demoLots()) expect(greatCircleMetres(place, lot)).toBeGreaterThan(20_000);
});

test('hours have the local time of the city, including a clock change', () => {
  const hours = demoHours(MORNING);
  expect(hours[0]).toMatchObject({ startMs: Date.parse('2026-09-21T00:00:00Z'), hour: 19 });
  const changed = hours.filter((hour) =>
    [6, 7].includes((hour.startMs - Date.parse('2026-11-01T00:00:00Z')) / 3_600_000),
  );
  expect(changed.map((hour) => [hour.weekday, hour.hour])).toEqual([
    [0, 1],
    [0, 1],
  ]);
});

test('shares add up to the whole', () => {
  const sum = (shares: number[]) => shares.reduce((total, share) => total + share, 0);
  expect(sum(OPERATORS.map((operator) => operator.lotShare))).toBeCloseTo(1, 9);
  expect(sum(DISTRICTS.map((district) => district.searchShare))).toBeCloseTo(1, 9);
});
