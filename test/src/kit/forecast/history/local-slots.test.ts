import { expect, test } from 'vitest';
import { HALF_HOURS } from '../../../../../src/kit/forecast/history/day-curve.ts';
import { localSlots } from '../../../../../src/kit/forecast/history/local-slots.ts';

const HALF_HOUR_MS = 1_800_000;
const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;

/** The wall clock's date and time of each half hour of days (UTC), as localSlots says. */
function wallClock(timezone: string, date: string, dayCount = 1): string[] {
  const { first, slots } = localSlots(timezone, dayOf(date), dayCount);
  expect(first).toBe(dayOf(date) * HALF_HOURS);
  return [...slots].map((slot) => new Date(slot * HALF_HOUR_MS).toISOString().slice(0, 16));
}

/** The same, as the platform's calendar says. */
function trueClock(timezone: string, date: string, dayCount: number): string[] {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const from = dayOf(date) * HALF_HOURS;
  return Array.from({ length: dayCount * HALF_HOURS }, (_, i) =>
    format.format(new Date((from + i) * HALF_HOUR_MS)).replace(' ', 'T'),
  );
}

test.each([
  ['Europe/London', '2026-03-20'],
  ['Europe/London', '2026-10-17'],
  ['America/Toronto', '2026-03-01'],
  ['America/Toronto', '2026-10-25'],
  ['Australia/Lord_Howe', '2026-03-28'],
  ['Australia/Lord_Howe', '2026-09-26'],
  ['Pacific/Apia', '2011-12-22'],
  ['Pacific/Kiritimati', '2026-01-01'],
  ['America/St_Johns', '2026-03-01'],
  ['UTC', '2026-01-01'],
])('in %s each half hour is where the wall clock is, from %s on', (timezone, date) => {
  expect(wallClock(timezone, date, 16)).toEqual(trueClock(timezone, date, 16));
});

test('when clocks go forward no half hour lies in the hour that is left out', () => {
  const clock = wallClock('Europe/London', '2026-03-29');
  expect(clock.slice(0, 4)).toEqual([
    '2026-03-29T00:00',
    '2026-03-29T00:30',
    '2026-03-29T02:00',
    '2026-03-29T02:30',
  ]);
});

test('when clocks go back two half hours lie in the same one', () => {
  const clock = wallClock('America/Toronto', '2026-11-01').map((at) => at.slice(11));
  expect(clock.slice(9, 15)).toEqual(['00:30', '01:00', '01:30', '01:00', '01:30', '02:00']);
});

test('where clocks go back by half an hour one half hour is there twice', () => {
  const clock = wallClock('Australia/Lord_Howe', '2026-04-04').map((at) => at.slice(11));
  expect(clock.slice(28, 32)).toEqual(['01:00', '01:30', '01:30', '02:00']);
});

test('in zones that are a quarter of an hour off each half hour is in the one after it', () => {
  expect(wallClock('Asia/Kathmandu', '2026-05-01').slice(0, 2)).toEqual([
    '2026-05-01T06:00',
    '2026-05-01T06:30',
  ]);
});

test('a date that a place never had has no half hours', () => {
  const dates = new Set(wallClock('Pacific/Apia', '2011-12-29', 3).map((at) => at.slice(8, 10)));
  expect([...dates]).toEqual(['28', '29', '31', '01'].filter((day) => dates.has(day)));
  expect(dates.has('30')).toBe(false);
});

test('all zones of the Earth in turn are worked out once a day, and yesterday takes no memory', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  const [first, again] = [0, 1].map(() => zones.map((zone) => localSlots(zone, 20_000, 2)));
  expect(zones.length).toBeGreaterThan(350);
  for (const [i, slots] of first?.entries() ?? []) expect(again?.[i]).toBe(slots);
  const [zone = ''] = zones;
  expect(localSlots(zone, 20_001, 2)).not.toBe(first?.[0]);
  expect(localSlots(zone, 20_000, 2)).not.toBe(first?.[0]);
});
