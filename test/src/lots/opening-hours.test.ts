import { afterEach, expect, test, vi } from 'vitest';
import { checkOpeningHours, openState } from '../../../src/lots/opening-hours.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const schedule = (
  opening_hours: string | null,
  timezone: string,
  country: string | null = 'US',
) => ({
  opening_hours,
  timezone,
  country,
  state: null,
});

const LOS_ANGELES = 'America/Los_Angeles';

/** Wednesday 2026-11-18, 15:00 in Los Angeles. */
const WEDNESDAY_AFTERNOON = Date.parse('2026-11-18T23:00:00Z');

test.each(['UTC', 'Asia/Tokyo', LOS_ANGELES, 'Pacific/Kiritimati'])(
  'hours are read in the zone of the lot, whatever the zone of this machine: %s',
  (zone) => {
    vi.stubEnv('TZ', zone);
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
    const offices = `Mo-Fr 07:00-19:00${' '.repeat(zone.length)}`;
    expect(openState(schedule(offices, LOS_ANGELES), WEDNESDAY_AFTERNOON)).toBe('open');
    expect(openState(schedule(offices, 'Europe/Berlin'), WEDNESDAY_AFTERNOON)).toBe('closed');
    expect(openState(schedule(offices, 'Asia/Tokyo'), WEDNESDAY_AFTERNOON)).toBe('open');
  },
);

test.each(['UTC', 'Europe/Berlin'])(
  'a clock change of this machine or of the lot moves no hours: %s',
  (zone) => {
    vi.stubEnv('TZ', zone);
    const nights = schedule('22:00-06:00', 'America/New_York');
    // 2026-11-01: clocks in New York go back at 06:00 UTC.
    expect(openState(nights, Date.parse('2026-11-01T10:59:00Z'))).toBe('open');
    expect(openState(nights, Date.parse('2026-11-01T11:00:00Z'))).toBe('closed');
    expect(openState(nights, Date.parse('2026-10-31T10:00:00Z'))).toBe('closed');
  },
);

test.each([
  [null, 'open'],
  ['24/7', 'open'],
  ['off', 'closed'],
  ['Mo-Fr 07:00-19:00', 'open'],
  ['Sa,Su 07:00-19:00', 'closed'],
  ['Mo-Fr 08:00-18:00 "by appointment"', 'unknown'],
  ['sunrise-sunset', 'unknown'],
] as const)('hours %s are %s on a Wednesday afternoon', (hours, state) => {
  expect(openState(schedule(hours, LOS_ANGELES), WEDNESDAY_AFTERNOON)).toBe(state);
});

test('public holidays are those of the country of the lot', () => {
  const hours = 'Mo-Fr 07:00-19:00; PH off';
  const thanksgiving = Date.parse('2026-11-26T20:00:00Z');
  expect(openState(schedule(hours, LOS_ANGELES, 'US'), thanksgiving)).toBe('closed');
  expect(openState(schedule(hours, LOS_ANGELES, 'DE'), thanksgiving)).toBe('open');
  expect(openState(schedule(hours, LOS_ANGELES, null), thanksgiving)).toBe('unknown');
});

test('what is no OSM syntax is refused by name', () => {
  expect(() => checkOpeningHours('Mo-Fr 07:00-19:00')).not.toThrow();
  expect(() => checkOpeningHours('whenever')).toThrow(
    expect.objectContaining({ details: [{ field: 'opening_hours', reason: expect.any(String) }] }),
  );
});
