import { expect, test } from 'vitest';
import { checkStart } from '../../../../src/parking/mandates/judge-stay.ts';
import { newMandate } from '../../../stage/fixtures.ts';

const LOT = { lotId: 'lot', position: { lat: 0, lng: 0 }, currency: 'eur' };
const WEEK = 'Mo-Fr 07:00-19:00; Sa 08:00-12:00';

/** Hours, zone, and the beginning and end of a stay. 2026-03-02 is a Monday. */
const ALLOWED = [
  ['from the first to the last minute', WEEK, 'UTC', '2026-03-02T07:00Z', '2026-03-02T19:00Z'],
  ['on a Saturday', WEEK, 'UTC', '2026-03-07T08:00Z', '2026-03-07T12:00Z'],
  ['by the clock of the zone', WEEK, 'Europe/Berlin', '2026-03-02T06:00Z', '2026-03-02T18:00Z'],
  ['in summer time', WEEK, 'Europe/Berlin', '2026-07-06T05:00Z', '2026-07-06T17:00Z'],
  ['over midnight', '22:00-06:00', 'UTC', '2026-03-02T23:00Z', '2026-03-03T05:00Z'],
  ['over the end of a month', '22:00-06:00', 'UTC', '2026-02-28T22:00Z', '2026-03-01T06:00Z'],
  ['over the end of a year', '22:00-06:00', 'UTC', '2026-12-31T22:00Z', '2027-01-01T06:00Z'],
  ['for a month', '24/7', 'Europe/Berlin', '2026-03-02T00:00Z', '2026-04-01T00:00Z'],
  [
    'over the hour that is left out',
    '00:00-04:00',
    'America/Toronto',
    '2026-03-08T05:00Z',
    '2026-03-08T08:00Z',
  ],
  [
    'over the hour that comes twice',
    '00:00-04:00',
    'America/Toronto',
    '2026-11-01T04:00Z',
    '2026-11-01T09:00Z',
  ],
] as const;

const REFUSED = [
  ['a minute early', WEEK, 'UTC', '2026-03-02T06:59Z', '2026-03-02T08:00Z'],
  ['a minute late', WEEK, 'UTC', '2026-03-02T18:00Z', '2026-03-02T19:01Z'],
  ['over a night', WEEK, 'UTC', '2026-03-02T18:00Z', '2026-03-03T08:00Z'],
  ['on a Sunday', WEEK, 'UTC', '2026-03-08T09:00Z', '2026-03-08T10:00Z'],
  ['by the clock of the zone', WEEK, 'Europe/Berlin', '2026-03-02T18:00Z', '2026-03-02T18:30Z'],
  ['in summer time', WEEK, 'Europe/Berlin', '2026-07-06T16:30Z', '2026-07-06T17:30Z'],
  ['over midnight', '22:00-06:00', 'UTC', '2026-03-02T21:59Z', '2026-03-03T05:00Z'],
  [
    'on one bad day of a month',
    'Mo-Sa 00:00-24:00',
    'UTC',
    '2026-03-02T00:00Z',
    '2026-03-31T00:00Z',
  ],
  [
    'past the hour that is left out',
    '00:00-04:00',
    'America/Toronto',
    '2026-03-08T05:00Z',
    '2026-03-08T08:01Z',
  ],
  // From 1:10 until 1:20 by the wall clock, which shows the time from 1:30 to 2:00 in between.
  [
    'over the hour that comes twice',
    '00:00-01:30',
    'America/Toronto',
    '2026-11-01T05:10Z',
    '2026-11-01T06:20Z',
  ],
  [
    'in the last minutes before it',
    '00:00-01:50',
    'America/Toronto',
    '2026-11-01T05:40Z',
    '2026-11-01T06:10Z',
  ],
] as const;

const judge = (hours: string, timezone: string, from: string, to: string) =>
  checkStart(newMandate({ hours, timezone }), {
    lot: LOT,
    window: { from: new Date(from), to: new Date(to) },
    costMinor: 0,
  });

test.each(ALLOWED)('a stay %s is allowed (%s, %s, %s to %s)', async (_, ...asked) => {
  await expect(judge(...asked)).resolves.toBeUndefined();
});

test.each(REFUSED)('a stay %s is refused (%s, %s, %s to %s)', async (_, ...asked) => {
  await expect(judge(...asked)).rejects.toMatchObject({
    details: { reason: 'mandate_exceeded', rule: 'hours' },
  });
});
