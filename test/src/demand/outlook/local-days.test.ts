import { expect, test } from 'vitest';
import { checkAnywhere, daysAhead, instantsOf } from '../../../../src/demand/outlook/local-days.ts';
import { dateOf, dayOf, weekdayOf } from '../../../../src/kit/time/days.ts';

const at = (text: string) => Date.parse(text);
const named = (field: string) => ({ code: 'BAD_REQUEST', details: [{ field }] });

test.each([
  ['America/Toronto', '2027-03-14', '2027-03-14T05:00Z', '2027-03-15T04:00Z'],
  ['America/Toronto', '2027-11-07', '2027-11-07T04:00Z', '2027-11-08T05:00Z'],
  ['Asia/Kathmandu', '2027-01-01', '2026-12-31T18:15Z', '2027-01-01T18:15Z'],
  ['Pacific/Kiritimati', '2027-01-01', '2026-12-31T10:00Z', '2027-01-01T10:00Z'],
  ['Etc/UTC', '2028-02-29', '2028-02-29T00:00Z', '2028-03-01T00:00Z'],
])('a day in %s begins and ends at its midnights (%s)', (timezone, date, from, to) => {
  expect(instantsOf(dayOf(date), timezone)).toEqual({ from: new Date(from), to: new Date(to) });
});

test('today is the day that the clocks of the zone show', () => {
  const now = at('2027-06-30T23:30Z');
  expect(daysAhead(dayOf('2027-06-30'), 'America/Toronto', now)).toBe(0);
  expect(daysAhead(dayOf('2027-07-01'), 'Europe/Berlin', now)).toBe(0);
  expect(() => daysAhead(dayOf('2027-06-30'), 'Europe/Berlin', now)).toThrow(
    expect.objectContaining({ code: 'BAD_REQUEST' }),
  );
  const evening = at('2027-07-01T03:30Z');
  expect(daysAhead(dayOf('2027-06-30'), 'America/Toronto', evening)).toBe(0);
  expect(daysAhead(dayOf('2027-07-01'), 'America/Toronto', evening)).toBe(1);
  expect(daysAhead(dayOf('2027-07-01'), 'America/Toronto', at('2027-07-01T04:00Z'))).toBe(0);
});

test('365 days ahead are the last', () => {
  const now = at('2027-06-30T12:00Z');
  const today = dayOf('2027-06-30');
  expect(daysAhead(today + 365, 'Etc/UTC', now)).toBe(365);
  for (const day of [today - 1, today + 366]) {
    try {
      daysAhead(day, 'Etc/UTC', now);
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject(named('date'));
    }
  }
});

test('a day that is over everywhere is refused before any zone is known', () => {
  const now = at('2027-06-30T12:00Z');
  const today = dayOf('2027-06-30');
  for (const day of [today, today + 1, today + 366]) checkAnywhere(day, now);
  for (const day of [today - 1, today + 367]) expect(() => checkAnywhere(day, now)).toThrow();
});

test('days and dates are the same, in any year', () => {
  for (const date of ['1970-01-01', '2028-02-29', '2199-12-31'])
    expect(dateOf(dayOf(date))).toBe(date);
  expect(weekdayOf(0)).toBe('Thursday');
  expect(weekdayOf(dayOf('2026-11-22'))).toBe('Sunday');
});
