import { expect, test } from 'vitest';
import { findClosedDays } from '../../../../src/kit/hours/closed-days.ts';
import { openAnswerThreads } from '../../../../src/kit/pool/answer-threads.ts';
import { hasDay } from '../../../../src/kit/time/day-set.ts';
import { dateOf, dayOf, weekdayOf } from '../../../../src/kit/time/days.ts';

const schedule = (
  opening_hours: string | null,
  country: string | null = null,
  state: string | null = null,
) => ({ openingHours: opening_hours, country, state });

/** The dates of `dayCount` days from a date on, on which the lot is closed. */
async function closedDates(of: ReturnType<typeof schedule>, from: string, dayCount: number) {
  const [closed] = await findClosedDays([of], dayOf(from), dayCount);
  const days = Array.from({ length: dayCount }, (_, i) => i);
  return days
    .filter((i) => closed !== undefined && hasDay(closed, i))
    .map((i) => dateOf(dayOf(from) + i));
}

/** The days of two weeks from Monday 2026-11-16 on, in which there is no holiday. */
const closedInNovember = async (hours: string) =>
  (await closedDates(schedule(hours, 'DE'), '2026-11-16', 14)).map((date) => date.slice(-2));

const SUNDAYS = ['22', '29'];
const WEEK_ENDS = ['21', '22', '28', '29'];

test.each([
  ['open all the time', '24/7', []],
  ['on Sundays', 'Mo-Sa 08:00-20:00', SUNDAYS],
  ['on week ends', 'Mo-Fr 07:00-19:00', WEEK_ENDS],
  ['on no day that has an open hour', 'Mo-Sa 08:00-20:00; Su 10:00-11:00', []],
  ['on Sundays, after a day that is open until midnight', 'Mo-Sa 08:00-24:00', SUNDAYS],
  [
    'not on Sundays, which are open until six',
    'Fr,Sa 22:00-06:00',
    '16 17 18 19 23 24 25 26'.split(' '),
  ],
  ['not on a Sunday that is open for a minute', 'Mo-Sa 08:00-24:01', []],
  [
    'on the days between seasons',
    'Nov 16-20 off; Nov 21-Dec 31 08:00-20:00',
    '16 17 18 19 20'.split(' '),
  ],
  ['on one Wednesday', '24/7; Nov 25 off', ['25']],
  ['not when it is only said on request', 'Mo-Sa 08:00-20:00; Su "on request"', []],
  ['not when it is unknown', '"on request"', []],
  ['on week ends, after an evening without a known end', 'Mo-Fr 08:00+', WEEK_ENDS],
  ['not when it depends on the sun', 'Mo-Fr sunrise-sunset', []],
  ['not when it depends on dusk', 'Mo-Fr 08:00-dusk', []],
  ['not when nobody can read it', 'whenever', []],
  ['not when nobody can work it out', 'easter -100 days', []],
  ['not when it is not read, because that could take too long', '1:00-2:00+,'.repeat(20), []],
  ['always', 'off', '16 17 18 19 20 21 22 23 24 25 26 27 28 29'.split(' ')],
])(
  'a lot is closed on the days on which it is closed from midnight to midnight: %s',
  async (_, hours, closed) => {
    expect(await closedInNovember(hours)).toEqual(closed);
  },
);

test('a lot without hours is never closed', async () => {
  expect(await closedDates(schedule(null, 'DE'), '2026-01-01', 366)).toEqual([]);
});

test('holidays close a lot where its hours say so, and only in its country and state', async () => {
  const hours = 'Mo-Sa 07:00-19:00; Su 10:00-11:00; PH off';
  const closed = (country: string | null, state: string | null = null) =>
    closedDates(schedule(hours, country, state), '2026-10-01', 100);
  expect(await closed('DE')).toEqual(['2026-10-03', '2026-12-25', '2026-12-26', '2027-01-01']);
  expect(await closed('DE', 'Bayern')).toEqual([
    '2026-10-03',
    '2026-11-01',
    '2026-12-25',
    '2026-12-26',
    '2027-01-01',
    '2027-01-06',
  ]);
  expect(await closed('US')).toContain('2026-11-26');
  expect(await closed(null)).toEqual([]);
});

test.each([
  ['24/7; Dec 25 off', ['2026-12-25', '2027-12-25']],
  ['24/7; 2026 Dec 30-2027 Jan 02 off', ['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02']],
  ['24/7; 2026 Dec 24-2027 Jan 03 off; 2026 Dec 25-2027 Jan 02 open', ['2026-12-24', '2027-01-03']],
  ['24/7; 2027 Nov 18 off', ['2027-11-18']],
])('days of the calendar close a lot: %s', async (hours, closed) => {
  expect(await closedDates(schedule(hours), '2026-07-01', 600)).toEqual(closed);
});

test('hours that only say when a lot is closed open it on no day', async () => {
  for (const hours of ['Dec 25 off', '2026 Dec 24-2027 Jan 03 off'])
    expect(await closedDates(schedule(hours), '2026-11-16', 366)).toHaveLength(366);
});

test('February 29 is a day like others', async () => {
  expect(await closedDates(schedule('24/7; Feb 29 off'), '2028-01-01', 366)).toEqual([
    '2028-02-29',
  ]);
  const sundays = await closedDates(schedule('Mo-Sa 08:00-20:00'), '2028-02-20', 21);
  expect(sundays).toEqual(['2028-02-20', '2028-02-27', '2028-03-05']);
  expect(await closedDates(schedule('24/7; Tu off'), '2028-02-28', 3)).toEqual(['2028-02-29']);
});

test('every Sunday of a year is found, whichever day is the first', async () => {
  for (const from of ['2026-11-22', '2026-11-23', '2026-11-25', '2026-11-28']) {
    const days = Array.from({ length: 366 }, (_, i) => dayOf(from) + i);
    const sundays = days.filter((day) => weekdayOf(day) === 'Sunday').map(dateOf);
    expect(await closedDates(schedule('Mo-Sa 08:00-20:00'), from, 366)).toEqual(sundays);
  }
});

test('lots with the same hours share one set, of the same place where holidays are named, in the order asked', async () => {
  const asked = [
    schedule('Mo-Sa 08:00-20:00', 'DE'),
    schedule(null, 'DE'),
    schedule('Mo-Sa 08:00-20:00', 'DE'),
    schedule('Mo-Sa 08:00-20:00', 'FR'),
    schedule('Mo-Sa 08:00-20:00; PH off', 'DE'),
    schedule('Mo-Sa 08:00-20:00; PH off', 'FR'),
  ];
  // A Saturday, and the Sunday after it.
  const [first, open, second, elsewhere, ...named] = await findClosedDays(
    asked,
    dayOf('2026-11-21'),
    2,
  );
  expect(first).toEqual(Uint8Array.of(0b10));
  expect(second).toBe(first);
  expect(open).toEqual(Uint8Array.of(0));
  expect(elsewhere).toBe(first);
  expect(named).toEqual([first, first]);
  expect(named[0]).not.toBe(named[1]);
  expect(await findClosedDays([], dayOf('2026-11-21'), 2)).toEqual([]);
});

test('hours that take too long for any part of the range close a lot on no day', async () => {
  const threads = openAnswerThreads(new URL('./stuck-thread.ts', import.meta.url), {
    threadCount: 2,
    deadlineMs: 300,
    heapMb: 32,
  });
  const asked = ['before', 'stuck', 'after'].map((hours) => schedule(hours));
  const found = await findClosedDays(asked, 0, 366, threads);
  const counts = found.map((days) => Array.from(Array(366).keys()).filter((i) => hasDay(days, i)));
  expect(counts.map(({ length }) => length)).toEqual([366, 0, 366]);
});
