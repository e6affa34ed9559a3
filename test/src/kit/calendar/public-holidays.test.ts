import { afterEach, describe, expect, test, vi } from 'vitest';
import { type HolidayPlace, publicHolidays } from '../../../../src/kit/calendar/public-holidays.ts';

const DAY_MS = 86_400_000;
const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / DAY_MS;
const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** `DE`, or `DE Bayern` */
function placeOf(text: string): HolidayPlace {
  const [country = '', ...state] = text.split(' ');
  return { country, state: state.length === 0 ? null : state.join(' ') };
}

function holidaysBetween(place: HolidayPlace, from: string, to: string) {
  const found = publicHolidays(place, dayOf(from), dayOf(to));
  return [...found].map(([day, name]) => `${dateOf(day)} ${name}`);
}

const nameOn = (place: string, date: string) =>
  publicHolidays(placeOf(place), dayOf(date), dayOf(date) + 1).get(dayOf(date));

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('a public holiday is one in its place', () => {
  test.each([
    ['DE', '2026-12-25', '1. Weihnachtstag'],
    ['GB', '2026-12-25', 'Christmas Day'],
    ['CA', '2026-12-25', 'Christmas Day'],
    ['US', '2026-12-25', 'Christmas Day'],
    ['CA', '2026-07-01', 'Canada Day'],
    ['CA ON', '2026-05-18', 'Victoria Day'],
    ['CA ON', '2027-05-24', 'Victoria Day'],
    ['CA Ontario', '2026-02-16', 'Family Day'],
    ['CA QC', '2026-06-24', 'National Holiday'],
    ['US', '2026-11-26', 'Thanksgiving Day'],
    ['US NE', '2027-11-25', 'Thanksgiving Day'],
    ['US California', '2026-03-31', 'César Chávez Day'],
    ['US MA', '2026-04-20', "Patriots' Day"],
    ['DE', '2026-10-03', 'Tag der Deutschen Einheit'],
    ['DE BY', '2027-01-06', 'Heilige Drei Könige'],
    ['DE BW', '2027-01-06', 'Heilige Drei Könige'],
    ['DE ST', '2027-01-06', 'Heilige Drei Könige'],
    ['GB ENG', '2027-12-27', 'Christmas Day (substitute day)'],
    ['GB England', '2027-12-28', 'Boxing Day (substitute day)'],
    ['GB SCT', '2026-11-30', 'St Andrew’s Day'],
    ['GB', '2022-09-19', "Queen Elizabeth's Funeral Day"],
    ['JP', '2027-01-01', '元日'],
    ['JP', '2026-05-06', '憲法記念日 (振替休日)'],
    ['JP', '2026-09-22', '国民の休日'],
    ['JP', '2026-09-23', '秋分の日'],
    ['SA', '2026-09-23', 'اليوم الوطني'],
    ['SA', '2026-03-20', 'عيد الفطر'],
    ['SA', '2026-05-27', 'عيد الأضحى'],
    ['IL', '2026-09-21', 'יום כיפור'],
    ['IL', '2026-04-22', 'יום העצמאות'],
    ['TR', '2026-03-22', 'Ramazan Bayramı'],
    ['KR', '2026-09-25', '추석'],
    ['FR 67', '2026-12-26', 'Lendemain de Noël'],
    ['fr', '2026-07-14', 'Fête Nationale de la France'],
    ['CH Solothurn', '2026-05-01', 'Tag der Arbeit'],
  ])('%s %s', (place, date, name) => {
    expect(nameOn(place, date)).toBe(name);
  });
});

describe('another day, or a day of another place, is none', () => {
  test.each([
    ['Christmas Eve is not public', 'DE', '2026-12-24'],
    ['December 26 is a German holiday and no French one', 'FR', '2026-12-26'],
    ['Boxing Day is Ontario’s, not the whole country’s', 'CA', '2026-12-26'],
    ['Thanksgiving of the United States', 'CA', '2026-11-26'],
    ['Thanksgiving of Canada', 'US CA', '2026-10-12'],
    ['the Civic Holiday is not public', 'CA ON', '2026-08-03'],
    ['Epiphany where the state is unknown', 'DE', '2027-01-06'],
    ['Epiphany in another state', 'DE Berlin', '2027-01-06'],
    ['Epiphany in a state that does not exist', 'DE Narnia', '2027-01-06'],
    ['English bank holidays in Scotland', 'GB SCT', '2026-04-06'],
    ['Scottish bank holidays in England', 'GB ENG', '2026-11-30'],
    ['the day after the last substitute', 'GB', '2027-12-29'],
    ['the day after Golden Week', 'JP', '2026-05-07'],
    ['Christmas', 'JP', '2026-12-25'],
    ['Christmas', 'SA', '2026-12-25'],
    ['Christmas', 'IL', '2026-12-25'],
    ['the evening on which Yom Kippur begins', 'IL', '2026-09-20'],
    ['a day between the first and the last of Passover', 'IL', '2026-04-05'],
    ['the evening before Eid', 'SA', '2026-03-18'],
    ['the evening before Eid', 'TR', '2026-03-19'],
    ['the day after Eid', 'TR', '2026-03-23'],
    ['a holiday of the evening only', 'AU QLD', '2026-12-24'],
    ['Good Friday is not public there', 'NL', '2026-04-03'],
    ['no such country', 'XX', '2026-12-25'],
    ['not a code', 'DE.BY', '2026-12-25'],
    ['not a code', 'Germany', '2026-12-25'],
  ])('%s: %s %s', (_, place, date) => {
    expect(nameOn(place, date)).toBe(undefined);
  });

  test('without a country there are no holidays', () => {
    const nowhere = { country: null, state: 'Bayern' };
    expect(holidaysBetween(nowhere, '2026-01-01', '2027-01-01')).toEqual([]);
  });
});

test('a range has its first day and not its last, also across years', () => {
  const place = placeOf('CA ON');
  expect(holidaysBetween(place, '2026-12-25', '2027-01-01')).toEqual([
    '2026-12-25 Christmas Day',
    '2026-12-26 Boxing Day',
  ]);
  expect(holidaysBetween(place, '2026-12-26', '2027-01-02')).toEqual([
    '2026-12-26 Boxing Day',
    "2027-01-01 New Year's Day",
  ]);
  expect(holidaysBetween(place, '2026-12-25', '2026-12-25')).toEqual([]);
  expect(holidaysBetween(place, '2026-12-25', '2026-12-24')).toEqual([]);
});

test('a year of a country is complete', () => {
  expect(holidaysBetween(placeOf('US'), '2026-06-20', '2027-06-20')).toEqual([
    '2026-07-03 Independence Day (substitute day)',
    '2026-07-04 Independence Day',
    '2026-09-07 Labor Day',
    '2026-10-12 Columbus Day',
    '2026-11-11 Veterans Day',
    '2026-11-26 Thanksgiving Day',
    '2026-12-25 Christmas Day',
    "2027-01-01 New Year's Day",
    '2027-01-18 Martin Luther King Jr. Day',
    "2027-02-15 Washington's Birthday",
    '2027-05-31 Memorial Day',
    '2027-06-18 Juneteenth (substitute day)',
    '2027-06-19 Juneteenth',
  ]);
});

test('a holiday of several days is each of them, also in the next year', () => {
  expect(holidaysBetween(placeOf('TR'), '2026-05-20', '2026-06-05')).toEqual(
    ['27', '28', '29', '30'].map((date) => `2026-05-${date} Kurban Bayramı`),
  );
  expect(nameOn('SZ', '2027-01-02')).toBe('Incwala');
  expect(nameOn('SZ', '2027-01-03')).toBe(undefined);
});

test('a day on which clocks change is one whole day', () => {
  // Clocks change on Easter Sunday, and are the same again on Easter Monday.
  expect(holidaysBetween(placeOf('NL'), '2027-03-20', '2027-04-05')).toEqual([
    '2027-03-28 Pasen',
    '2027-03-29 Tweede paasdag',
  ]);
  expect(holidaysBetween(placeOf('AU VIC'), '2026-04-02', '2026-04-09')).toEqual([
    '2026-04-03 Good Friday',
    '2026-04-04 Easter Saturday',
    '2026-04-05 Easter Sunday',
    '2026-04-06 Easter Monday',
  ]);
});

test('the second call gives what the first gave', () => {
  const year = () => publicHolidays(placeOf('DE Bayern'), dayOf('2028-01-01'), dayOf('2029-01-01'));
  expect(year()).toEqual(year());
  expect(year().size).toBe(12);
});

const ELSEWHERE = [
  'DE BY',
  'US NE',
  'JP',
  'IL',
  'SA',
  'TR',
  'CL',
  'LB',
  'EG',
  'CU',
  'AU QLD',
  'SZ',
];

test.each(['Asia/Tokyo', 'America/Santiago', 'Asia/Beirut', 'Africa/Cairo', 'America/Havana'])(
  'the zone of this machine changes nothing, even where clocks change at midnight: %s',
  async (zone) => {
    const expected = ELSEWHERE.map((place) =>
      holidaysBetween(placeOf(place), '2026-01-01', '2029-01-01'),
    );
    vi.stubEnv('TZ', zone);
    vi.resetModules();
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
    const fresh = await import('../../../../src/kit/calendar/public-holidays.ts');
    const found = ELSEWHERE.map((place) => {
      const days = fresh.publicHolidays(placeOf(place), dayOf('2026-01-01'), dayOf('2029-01-01'));
      return [...days].map(([day, name]) => `${dateOf(day)} ${name}`);
    });
    expect(found).toEqual(expected);
  },
);
