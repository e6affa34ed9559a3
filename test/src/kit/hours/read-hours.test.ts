import OpeningHours from 'opening_hours';
import { expect, test, vi } from 'vitest';
import { OPEN_STATES } from '../../../../src/kit/hours/hours-question.ts';
import { spelledOut } from '../../../../src/kit/hours/hours-words.ts';
import { openHoursReader } from '../../../../src/kit/hours/read-hours.ts';

const MONDAY = new Date(2026, 0, 5);
const YEAR_LATER = new Date(2027, 0, 5);
const QUARTER_MS = 900_000;
const QUARTERS = (YEAR_LATER.getTime() - MONDAY.getTime()) / QUARTER_MS;
const OPEN = OPEN_STATES.indexOf('open');

// The library says what it would rather read.
vi.spyOn(console, 'warn').mockReturnValue();

/** The problem of each; undefined when there is none. */
async function problemsOf(values: readonly string[]): Promise<(string | undefined)[]> {
  const read = await openHoursReader(values);
  return values.map((hours) => {
    try {
      read(hours);
      return undefined;
    } catch (error) {
      expect(error).toMatchObject({
        code: 'BAD_REQUEST',
        details: [{ field: 'opening_hours', reason: expect.any(String) }],
      });
      return String(error);
    }
  });
}

/** One of every kind in real tags. */
const GOOD = [
  '24/7',
  'Mo-Fr 07:00-20:30; Sa 07:00-21:00',
  'Mo-Fr 08:00-12:00,13:00-17:30; Sa 08:00-12:00; PH off',
  'Tu 17:00+; We 17:00+; Th 17:00+; Fr 17:00+; Sa 12:00+; Su,PH 10:00+',
  'Mo-Th 11:00-22:00+, Fr 11:00-01:00+, Sa 10:00-01:00+, Su 10:00-22:00+',
  'Mo 10:00-12:00,14:00-18:00+; Tu-Fr 08:00-12:00,13:00-17:00,19:00+',
  'Apr-Oct: Mo-Su 07:00-22:00; Nov-Mar: Mo-Su 08:00-18:00; Dec 25,Jan 1 off',
  'week 01-53/2 Fr 09:00-12:00; week 02-52/2 We 09:00-12:00',
  '2026-2030/2 Mo-Fr 08:00-18:00; 2027 Jun 01-2027 Aug 31 off "building works"',
  'easter -2 days-easter +1 day off; Th[1],Th[-1] 08:00-20:00; Su[2] +1 day 10:00-11:00',
  'sunrise-sunset; (sunrise+01:00)-(sunset-01:00); dawn-dusk',
  'Mo-Fr 10:00-16:00 || "by appointment"; SH,PH closed',
  'Mo-Fr 10:00-16:00 "call +1 555 1234567 from 10:00"',
  'Mo-Fr 9-17 Uhr',
  'täglich 8:00 bis 22:00',
  'easter -80 days off; Mo-Fr 08:00-18:00 "and not 100 days before"',
  '; Mo 10:00-12:00',
  'Mo 10:00-12:00;',
  ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su', 'PH', 'SH']
    .map((day) => `${day} 08:00-12:00,13:00-18:00`)
    .join('; '),
];

test('every kind of hours in real tags is accepted', async () => {
  expect(await problemsOf(GOOD)).toEqual(GOOD.map(() => undefined));
});

test.each([
  ['no syntax', 'whenever'],
  ['nothing', ';'],
  ['a day that only some years have', 'easter -100 days'],
  ['such a day in German, and with a long dash', 'Ostern −100 days off; Mo-Fr 08:00-18:00'],
  ['what cannot be worked out', 'PH -2 days'],
  ['text that is too long', 'Mo 01:00-02:00;'.repeat(18)],
  ['open ends in one list', `${'1:00-2:00+,'.repeat(4)}3:00-4:00`],
  ['open ends in words', '1:00-2:00 open end,2:00-3:00 late,3:00-4:00+,4:00-5:00 OPEN END'],
  ['holidays', 'PH +1 day,'.repeat(7)],
  ['a year that never comes', '20232025Sep 1-28/15'],
  ['a number that is too long beside a comment', '"2026" 10000-20000 Sep 1 "2027"'],
])('the error names the field and the problem: %s', async (_, hours) => {
  expect(await problemsOf([hours])).toEqual([expect.stringMatching(/^AppError: opening_hours: ./)]);
});

test('a reader answers only for the hours it was given', async () => {
  const read = await openHoursReader([' 24/7 ', null, undefined, { toString: 1 }, ['x'], 24]);
  expect(read('24/7')).toBe('24/7');
  expect(() => read('24')).toThrow('opening_hours');
  expect(() => read('Mo 10:00-12:00')).toThrow('were not read beforehand');
});

/** As operators, mappers and other publishers write them, and how they are stored. */
const UNDERSTOOD: readonly (readonly [hours: string, written: string])[] = [
  ['24/7', '24/7'],
  ['24 hours', '24/7'],
  ['open 24 hours', '24/7'],
  ['24h', '24/7'],
  ['24h/24', '24/7'],
  ['24 Stunden', '24/7'],
  ['always', '24/7'],
  ['00:00-24:00', '24/7'],
  ['Mo-Su 00:00-24:00', '24/7'],
  ['Mo-So 0-24 Uhr', '24/7'],
  ['Mo-Fr 24h, Sa 8-18', 'Mo-Fr 00:00-24:00, Sa 08:00-18:00'],
  ['Mo-Fr 8-18', 'Mo-Fr 08:00-18:00'],
  ['mo - fr 8:00–18:00', 'Mo-Fr 08:00-18:00'],
  ['Sa 9:00-12:00', 'Sa 09:00-12:00'],
  ['Mo-Fr 8:00-18:00;Sa 9:00-14:00 ; PH off', 'Mo-Fr 08:00-18:00; Sa 09:00-14:00; PH off'],
  ['Mon to Fri 8am-6pm', 'Mo-Fr 08:00-18:00'],
  ['Mon-Fri: 8am-6pm, Sat: 9am-1pm, Sun: closed', 'Mo-Fr 08:00-18:00, Sa 09:00-13:00, Su closed'],
  ['Monday through Friday 7:30 AM - 6:30 PM', 'Mo-Fr 07:30-18:30'],
  ['8 a.m. - 12 a.m. every day', 'Mo-Su 08:00-00:00'],
  ['weekdays 22-6', 'Mo-Fr 22:00-06:00'],
  ['täglich 7-23 Uhr', 'Mo-Su 07:00-23:00'],
  ['Mo. - Fr. 07.00 - 19.00 Uhr', 'Mo-Fr 07:00-19:00'],
  ['Montag bis Freitag 8-12 und 14-18 Uhr', 'Mo-Fr 08:00-12:00,14:00-18:00'],
  ['Mo-Do 8-18, Fr 8-16, So geschlossen', 'Mo-Th 08:00-18:00, Fr 08:00-16:00, Su off'],
  ['Mo-Sa 8-20; Sonn- und Feiertage geschlossen', 'Mo-Sa 08:00-20:00; PH,Su off'],
  ['lun-ven 8h-19h', 'Mo-Fr 08:00-19:00'],
  ['lunes a viernes 8:00-20:00', 'Mo-Fr 08:00-20:00'],
  ['maandag-vrijdag 8-18', 'Mo-Fr 08:00-18:00'],
  ['week 1-12 Mo-Fr 8:00-18:00', 'week 01-12 Mo-Fr 08:00-18:00'],
  ['Dec 24-26 off;Mo-Fr 8:00-18:00', 'Dec 24-26 off; Mo-Fr 08:00-18:00'],
  ['Apr-Oct 7:00-22:00; Nov-Mar off', 'Apr-Oct 07:00-22:00; Nov-Mar off'],
  ['Mo-Fr 8:00-18:00 || "nach Vereinbarung"', 'Mo-Fr 08:00-18:00 || "nach Vereinbarung"'],
  ['sunrise - sunset', 'sunrise-sunset'],
  ['off', 'off'],
];

test.each(UNDERSTOOD)('hours have one form: %s', async (hours, written) => {
  const read = await openHoursReader([hours, written]);
  expect(read(hours)).toBe(written);
  expect(read(written)).toBe(written);
});

test('hours mean the same in that form, in every quarter of an hour of a year', () => {
  for (const [hours, written] of UNDERSTOOD)
    expect(quartersOf(written).join(), hours).toBe(quartersOf(spelledOut(hours)).join());
});

test('hours mean what somebody who reads them says that they mean', () => {
  const quarters = quartersOf('Mo-Do 8-18, Fr 8-16, So geschlossen');
  const open = (day: number, hour: number) => quarters[4 * (24 * day + hour)] === OPEN;
  const counted = Array.from(
    { length: 7 },
    (_, day) => Array.from({ length: 24 }, (_, hour) => open(day, hour)).filter(Boolean).length,
  );
  expect(counted).toEqual([10, 10, 10, 10, 8, 0, 0]);
});

test.each([
  ...['durchgehend geöffnet', 'rund um die Uhr', 'see website', 'varies', 'n/a', '?', '-', 'yes'],
  ...[
    'by appointment',
    'nach Vereinbarung',
    'Mo-Fr 08:00-18:00 (members only)',
    'closed on Sunday',
  ],
  // On which clock.
  ...['9 to 5', 'Mo-Fr 9-5', 'Mo-Fr 9:00-5:00', 'Mo-Sa 8 bis 6', '12-12', '7am-7', 'Mo-Fr 8-12'],
  // Slips.
  ...['Mo-Fr 25:00-26:00', 'Mo-Fr 08:0-18:00', 'Mo-Fr 0800-1800', 'Moo-Fr 8-18', 'until 24h'],
  // Saturday in Czechia and Sunday in Germany; Thursday in Germany and Sunday in Spain.
  ...['So 9:00-12:00', 'Do 8-20', 'Di-Do 8-20', 'Po-Pá 8-18', 'Mar 8-20', 'L-V 8-20'],
  // What is open then?
  ...['PH off', 'Su closed', 'every day', '7 days a week', 'Mo-Fr 08:00-18:00 except holidays'],
  // On what days?
  ...['Mo-Fr 8:00-18:00 Sa 9:00-13:00', 'Mo-Fr 24/7', 'Mo-Fr 8-18; Do 8-20'],
])('what is not understood for sure is refused: %s', async (hours) => {
  expect(await problemsOf([hours])).toEqual([expect.any(String)]);
});

/** The states of a year, as the library says. */
function quartersOf(hours: string): Uint8Array {
  const place = { lat: 0, lon: 0, address: { country_code: 'at', state: '' } };
  const walk = new OpeningHours(hours, place, 0).getIterator(MONDAY);
  const quarters = new Uint8Array(QUARTERS);
  do {
    const begins = Math.ceil((walk.getDate().getTime() - MONDAY.getTime()) / QUARTER_MS);
    const state = walk.getState() ? 'open' : walk.getUnknown() ? 'unknown' : 'closed';
    quarters.fill(OPEN_STATES.indexOf(state), begins);
  } while (walk.advance(YEAR_LATER));
  return quarters;
}
