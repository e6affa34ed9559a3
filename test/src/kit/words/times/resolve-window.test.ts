import { afterEach, expect, test, vi } from 'vitest';
import { readIntent } from '../../../../../src/parking/intents/read-intent.ts';
import { readText } from '../../../../../src/parking/intents/read-text.ts';

afterEach(() => vi.unstubAllEnvs());

const at = (text: string, now: string, timezone = 'America/Toronto') => {
  const { startsAt, endsAt, timeProblem } = readIntent(readText(text, []), {
    now: new Date(now),
    timezone,
  });
  return [startsAt?.toISOString() ?? null, endsAt?.toISOString() ?? null, timeProblem];
};

test.each([
  ['2027-03-14T05:30:00Z', 'today from 1am to 4am', '2027-03-14T06:00', '2027-03-14T08:00'],
  ['2027-03-13T17:00:00Z', 'tomorrow 9 to 5', '2027-03-14T13:00', '2027-03-14T21:00'],
  ['2027-03-13T17:00:00Z', 'tomorrow at 2:30am for 1h', '2027-03-14T07:30', '2027-03-14T08:30'],
  ['2027-03-14T05:30:00Z', 'in 3 hours for 2 hours', '2027-03-14T08:30', '2027-03-14T10:30'],
  ['2026-11-01T04:30:00Z', 'in 3 hours for 2 hours', '2026-11-01T07:30', '2026-11-01T09:30'],
  ['2026-10-31T17:00:00Z', 'tomorrow at 1:30am for 1h', '2026-11-01T05:30', '2026-11-01T06:30'],
  ['2026-10-31T17:00:00Z', 'tomorrow 9 to 5', '2026-11-01T14:00', '2026-11-01T22:00'],
  ['2026-10-31T17:00:00Z', 'overnight', '2026-11-01T00:00', '2026-11-01T13:00'],
])('a clock change shifts no time and no duration: %s, %s', (now, text, startsAt, endsAt) => {
  expect(at(text, now)).toEqual([`${startsAt}:00.000Z`, `${endsAt}:00.000Z`, null]);
});

const WEDNESDAY_10 = '2026-11-18T15:00:00Z';

test.each([
  ['until 6', null, '2026-11-18T23:00'],
  ['at 9', '2026-11-19T02:00', null],
  ['at 3', '2026-11-18T20:00', null],
  ['9 to 5', '2026-11-19T14:00', '2026-11-19T22:00'],
  ['9:50 to 5', null, '2026-11-18T22:00'],
  ['tomorrow at 8', '2026-11-19T13:00', null],
  ['tomorrow at 3', '2026-11-19T20:00', null],
  ['tomorrow 7 to 11pm', '2026-11-20T00:00', '2026-11-20T04:00'],
  ['tomorrow 9 to 5pm', '2026-11-19T14:00', '2026-11-19T22:00'],
  ['10pm to 6', '2026-11-19T03:00', '2026-11-19T11:00'],
  ['22:00-06:00', '2026-11-19T03:00', '2026-11-19T11:00'],
  ['tonight until 11', '2026-11-18T23:00', '2026-11-19T04:00'],
  ['tonight at 2', '2026-11-19T07:00', null],
  ['all day', null, '2026-11-19T01:00'],
  ['all day tomorrow', '2026-11-19T13:00', '2026-11-20T01:00'],
  ['this weekend', '2026-11-21T13:00', '2026-11-23T01:00'],
  ['14:00 UTC tomorrow', '2026-11-19T14:00', null],
  ['2026-11-20T14:00:00+01:00', '2026-11-20T13:00', null],
  ['7 to 9 tomorrow evening', '2026-11-20T00:00', '2026-11-20T02:00'],
  ['11 to 2 tomorrow afternoon', '2026-11-19T16:00', '2026-11-19T19:00'],
  ['wednesday at 9am', '2026-11-25T14:00', null],
  ['two hours until six', '2026-11-18T21:00', '2026-11-18T23:00'],
  ['between now and six', null, '2026-11-18T23:00'],
  ['2 to 4 tomorrow', '2026-11-19T19:00', '2026-11-19T21:00'],
  ['5:30p-10p', '2026-11-18T22:30', '2026-11-19T03:00'],
  ['samedi de 10h à 12h30', '2026-11-21T15:00', '2026-11-21T17:30'],
  ['like yesterday, but today noon to 2', '2026-11-18T17:00', '2026-11-18T19:00'],
  ['in two hours', '2026-11-18T17:00', null],
  ['two hours from now', '2026-11-18T17:00', null],
  ['for a meeting two hours from now', '2026-11-18T17:00', null],
  ['for 90 minutes, two hours from now', '2026-11-18T17:00', '2026-11-18T18:30'],
])('at ten on a Wednesday, "%s" means the soonest likely window', (text, from, to) => {
  const instant = (minute: string | null) => (minute === null ? null : `${minute}:00.000Z`);
  expect(at(text, WEDNESDAY_10)).toEqual([instant(from), instant(to), null]);
});

test.each([
  ['wednesday at 5pm', '2026-11-18T16:00', null],
  ['wednesday 9 to 5', null, '2026-11-18T16:00'],
  ['wednesday morning', '2026-11-25T07:00', '2026-11-25T11:00'],
  ['this wednesday at 5pm', '2026-11-18T16:00', null],
  ['coming wednesday at 5pm', '2026-11-25T16:00', null],
  ['next wednesday at 5pm', '2026-11-25T16:00', null],
  ['wednesday week at 5pm', '2026-11-25T16:00', null],
  ['18 november at 5pm', '2026-11-18T16:00', null],
  ['18.11. at 5pm', '2026-11-18T16:00', null],
])('at one in the afternoon in Berlin, "%s" is a day of its calendar', (text, from, to) => {
  const instant = (minute: string | null) => (minute === null ? null : `${minute}:00.000Z`);
  const expected = [instant(from), instant(to), null];
  for (const zoneOfProcess of ['UTC', 'America/Los_Angeles', 'Pacific/Auckland']) {
    vi.stubEnv('TZ', zoneOfProcess);
    expect(at(text, '2026-11-18T12:00:00Z', 'Europe/Berlin')).toEqual(expected);
  }
});

test.each([
  ['Europe/Berlin', '2026-11-18T20:00:00Z', 'wednesday', '2026-11-25T07:00:00.000Z'],
  [
    'Europe/Berlin',
    '2026-12-31T22:45:00Z',
    "new year's eve at 11:50pm",
    '2026-12-31T22:50:00.000Z',
  ],
  ['Pacific/Auckland', '2026-11-20T23:30:00Z', 'saturday at 5pm', '2026-11-21T04:00:00.000Z'],
  ['Europe/Berlin', '2026-11-22T12:00:00Z', 'next sunday at 5pm', '2026-11-29T16:00:00.000Z'],
  ['Europe/Berlin', '2026-11-22T12:00:00Z', 'next monday at 5pm', '2026-11-23T16:00:00.000Z'],
  ['Europe/Berlin', '2026-11-20T12:00:00Z', 'next monday at 5pm', '2026-11-23T16:00:00.000Z'],
  ['Europe/Berlin', '2026-11-20T12:00:00Z', 'next saturday at 5pm', '2026-11-28T16:00:00.000Z'],
])('a day at its end, and at the end of a week: %s, %s, %s', (zone, now, text, startsAt) => {
  expect(at(text, now, zone)[0]).toBe(startsAt);
});

test.each([
  ['for two hours from now', 120],
  ['for 90 minutes from now', 90],
  ['for about half an hour from now', 30],
  ['for the next 2h from now on', 120],
  ['for three days from now', 3 * 1440],
  ['for a week from today', 7 * 1440],
])('"%s" is the length of a stay that begins now', (text, durationMinutes) => {
  const context = { now: new Date(WEDNESDAY_10), timezone: 'America/Toronto' };
  expect(readIntent(readText(text, []), context)).toMatchObject({
    startsAt: null,
    endsAt: null,
    durationMinutes,
    timeProblem: null,
  });
});

test.each([
  ['yesterday at 5', 'past'],
  ['today 6am-8am', 'past'],
  ['last friday', 'past'],
  ['2 hours ago', 'past'],
  ['on 17 november at 3pm', 'past'],
  ['2025/11/25 at 3pm', 'past'],
  ['30 february at noon', 'impossible'],
  ['29 february at noon', 'impossible'],
  ['2026-02-30 at noon', 'impossible'],
  ['31.11.2026 at noon', 'impossible'],
  ['at 25:00', 'impossible'],
  ['at 15am', 'impossible'],
  ['for 0 hours', 'impossible'],
  ['friday for 2 hours', 'incomplete'],
  ['wednesday for 2 hours', 'incomplete'],
  ['tomorrow morning for 2 hours', 'incomplete'],
  ['tomorrow 9 to 12 for 2 hours', 'contradictory'],
  ['for 2 hours, for 3 hours', 'contradictory'],
  ['in 2 hours at 5pm', 'contradictory'],
  ['at 5pm, at 6pm, at 7pm', 'contradictory'],
  ['friday 19 november at 3pm', 'contradictory'],
  ['1/12 at noon', 'ambiguous'],
  ['05/12/2026 at noon', 'ambiguous'],
  ['mondays at 9am', 'recurring'],
  ['for 400 days', 'too_long'],
])('the problem with a time is named: %s is %s', (text, problem) => {
  expect(at(text, WEDNESDAY_10)).toEqual([null, null, problem]);
});

test.each([
  '2026/11/25 10:00',
  '2026-11-25 10:00',
  '2026.11.25 10:00',
  '25.11.2026 10:00',
  '25-11-2026 10:00',
  '11/25/2026 10:00',
  '25/11 10:00',
  '25 Nov 10:00',
])('a date is read in any unambiguous order: %s', (text) => {
  expect(at(text, WEDNESDAY_10)[0]).toBe('2026-11-25T15:00:00.000Z');
});
