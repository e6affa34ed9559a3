import { afterEach, expect, test, vi } from 'vitest';
import type { OpenState } from '../../../../src/kit/hours/hours-question.ts';
import { nextInState, openStates } from '../../../../src/kit/hours/opening-hours.ts';
import type { Schedule } from '../../../../src/kit/hours/schedule.ts';

const at = (instant: number) => ({ from: new Date(instant), to: new Date(instant) });

afterEach(() => {
  vi.unstubAllEnvs();
});

async function openState(schedule: Schedule, instant: number): Promise<OpenState | undefined> {
  const [state] = await openStates([schedule], at(instant));
  return state;
}

/** As in a process that was started in that zone: nothing is in memory, and no thread runs. */
async function inZone(zone: string): Promise<typeof openState> {
  vi.stubEnv('TZ', zone);
  expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
  vi.resetModules();
  const fresh = await import('../../../../src/kit/hours/opening-hours.ts');
  return async (schedule, instant) => (await fresh.openStates([schedule], at(instant)))[0];
}

const schedule = (
  opening_hours: string | null,
  timezone: string,
  country: string | null = 'US',
) => ({
  openingHours: opening_hours,
  isOvernightAllowed: false,
  timezone,
  country,
  state: null,
});

const OFFICES = 'Mo-Fr 07:00-19:00';
const LOS_ANGELES = 'America/Los_Angeles';

/** Wednesday 2026-11-18, 15:00 in Los Angeles. */
const WEDNESDAY_AFTERNOON = Date.parse('2026-11-18T23:00:00Z');

test.each(['UTC', 'Asia/Tokyo', LOS_ANGELES, 'Pacific/Kiritimati'])(
  'hours are read in the zone of the lot, whatever the zone of this machine: %s',
  async (zone) => {
    const stateIn = await inZone(zone);
    const offices = (there: string) => stateIn(schedule(OFFICES, there), WEDNESDAY_AFTERNOON);
    expect(await offices(LOS_ANGELES)).toBe('open');
    expect(await offices('Europe/Berlin')).toBe('closed');
    expect(await offices('Asia/Tokyo')).toBe('open');
    // Already Thursday in UTC and east of it, still Wednesday in Los Angeles.
    const evening = Date.parse('2026-11-19T05:00:00Z');
    for (const hours of ['Nov 18 10:00-22:00', 'Nov 01-Nov 18', 'week 47 We', '2026 Nov 18'])
      expect(await stateIn(schedule(hours, LOS_ANGELES), evening), hours).toBe('open');
    for (const hours of ['Nov 19', 'Nov 19-Dec 01', 'week 47 Th', 'Th 00:00-24:00'])
      expect(await stateIn(schedule(hours, LOS_ANGELES), evening), hours).toBe('closed');
  },
);

test.each(['UTC', 'Europe/Berlin', 'America/New_York'])(
  'a clock change of this machine or of the lot does not shift the hours: %s',
  async (zone) => {
    const stateIn = await inZone(zone);
    const nights = schedule('22:00-06:00', 'America/New_York');
    const early = schedule('02:00-02:30', 'Asia/Tokyo');
    for (const [at, state] of [
      // 2026-11-01: clocks in New York are set back at 06:00 UTC.
      ['2026-11-01T10:59:00Z', 'open'],
      ['2026-11-01T11:00:00Z', 'closed'],
      ['2026-10-31T10:00:00Z', 'closed'],
      // 2027-03-14: they are set forward at 07:00 UTC.
      ['2027-03-14T09:59:00Z', 'open'],
      ['2027-03-14T10:00:00Z', 'closed'],
    ] as const)
      expect(await stateIn(nights, Date.parse(at)), at).toBe(state);
    // On these days 2:30 in the morning does not exist in Berlin (March 29) and New York (March 8).
    for (const day of ['2026-03-08', '2026-03-29']) {
      expect(await stateIn(early, Date.parse(`${day}T02:29:00+09:00`))).toBe('open');
      expect(await stateIn(early, Date.parse(`${day}T02:30:00+09:00`))).toBe('closed');
    }
  },
);

test.each([
  [null, 'unknown'],
  ['24/7', 'open'],
  ['off', 'closed'],
  ['Mo-Fr 07:00-19:00', 'open'],
  ['Sa,Su 07:00-19:00', 'closed'],
  ['Mo-Fr 08:00-18:00 "by appointment"', 'unknown'],
  ['sunrise-sunset', 'unknown'],
  ['Sunrise-20:00', 'unknown'],
  ['daylight', 'unknown'],
  ['08:00-14:00+', 'unknown'],
  ['07:00+', 'unknown'],
  ['; 14:00-16:00', 'open'],
  ['easter -100 days', 'unknown'],
] as const)('hours %s are %s on a Wednesday afternoon', async (hours, state) => {
  expect(await openState(schedule(hours, LOS_ANGELES), WEDNESDAY_AFTERNOON)).toBe(state);
});

test('hours are exact to the minute, also across the ends of weeks and years', async () => {
  const hours = schedule('Th 23:00-01:00; Dec 31,Jan 01 off', 'Asia/Tokyo');
  for (const [at, state] of [
    ['2026-12-24T22:59:59+09:00', 'closed'],
    ['2026-12-24T23:00:00+09:00', 'open'],
    ['2026-12-25T00:59:59+09:00', 'open'],
    ['2026-12-25T01:00:00+09:00', 'closed'],
    ['2026-12-31T23:30:00+09:00', 'closed'],
    ['2027-01-07T23:30:00+09:00', 'open'],
    ['2027-12-30T23:30:00+09:00', 'open'],
  ] as const)
    expect(await openState(hours, Date.parse(at)), at).toBe(state);
});

test('public holidays are those of the country of the lot', async () => {
  const hours = 'Mo-Fr 07:00-19:00; PH off';
  const thanksgiving = Date.parse('2026-11-26T20:00:00Z');
  expect(await openState(schedule(hours, LOS_ANGELES, 'US'), thanksgiving)).toBe('closed');
  expect(await openState(schedule(hours, LOS_ANGELES, 'DE'), thanksgiving)).toBe('open');
  expect(await openState(schedule(hours, LOS_ANGELES, null), thanksgiving)).toBe('unknown');
});

test.each([
  ['within one day', '2026-11-18T10:00', '2026-11-18T19:00', 'open'],
  ['a minute past closing', '2026-11-18T10:00', '2026-11-18T19:01', 'closed'],
  ['from a minute before opening', '2026-11-18T06:59', '2026-11-18T08:00', 'closed'],
  ['over a night', '2026-11-18T10:00', '2026-11-19T10:00', 'closed'],
  ['over a week end', '2026-11-20T18:00', '2026-11-23T08:00', 'closed'],
  [
    'from one open hour of a week to one of the next',
    '2026-11-18T10:00',
    '2026-11-25T10:00',
    'closed',
  ],
])('a lot is open in a window if it is during all of it: %s', async (_what, from, to, state) => {
  const hours = schedule('Mo-Fr 07:00-19:00', 'UTC');
  const window = { from: new Date(`${from}Z`), to: new Date(`${to}Z`) };
  expect(await openStates([hours], window)).toEqual([state]);
  const overnight = { ...hours, isOvernightAllowed: true };
  const onArrival = from.endsWith('06:59') ? 'closed' : 'open';
  expect(await openStates([overnight], window)).toEqual([onArrival]);
});

test('hours that continue past midnight and the end of the week are one window', async () => {
  const window = { from: new Date('2026-11-18T22:00:00Z'), to: new Date('2026-11-27T22:00:00Z') };
  expect(await openStates([schedule('00:00-24:00', 'UTC')], window)).toEqual(['open']);
  const bar = schedule('We 20:00-03:00', 'UTC');
  const night = { from: new Date('2026-11-18T22:00:00Z'), to: new Date('2026-11-19T03:00:00Z') };
  expect(await openStates([bar], night)).toEqual(['open']);
});

test.each([
  ['later the same day', 'UTC', '2026-11-18T05:00Z', '2026-11-18T07:00:00.000Z'],
  ['at once, where it is open', 'UTC', '2026-11-18T08:00Z', '2026-11-18T08:00:00.000Z'],
  ['after the week end', 'UTC', '2026-11-20T19:00Z', '2026-11-23T07:00:00.000Z'],
  [
    'by the clocks of the lot',
    'America/Los_Angeles',
    '2026-11-18T05:00Z',
    '2026-11-18T15:00:00.000Z',
  ],
  ['past a clock change', 'Europe/Berlin', '2026-10-23T20:00Z', '2026-10-26T06:00:00.000Z'],
])('a closed lot says when it opens: %s', async (_what, zone, from, opensAt) => {
  const hours = schedule('Mo-Fr 07:00-19:00', zone);
  expect((await nextInState(hours, 'open', new Date(from)))?.toISOString()).toBe(opensAt);
});

test('an unknown opening time is not reported', async () => {
  for (const hours of ['off', 'sunrise-sunset'])
    expect(await nextInState(schedule(hours, 'UTC'), 'open', new Date('2026-11-18T05:00Z'))).toBe(
      null,
    );
});
