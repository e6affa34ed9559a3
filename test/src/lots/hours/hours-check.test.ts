import { expect, test } from 'vitest';
import { openHoursCheck } from '../../../../src/lots/hours/hours-check.ts';

/** The problem of each; undefined when there is none. */
async function problemsOf(values: readonly string[]): Promise<(string | undefined)[]> {
  const check = await openHoursCheck(values);
  return values.map((hours) => {
    try {
      check(hours);
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
  ['what cannot be worked out', 'easter -100 days'],
  ['text that is too long', 'Mo 01:00-02:00;'.repeat(18)],
  ['open ends in one list', `${'1:00-2:00+,'.repeat(4)}3:00-4:00`],
  ['open ends in words', '1:00-2:00 open end,2:00-3:00 late,3:00-4:00+,4:00-5:00 OPEN END'],
  ['holidays', 'PH +1 day,'.repeat(7)],
  ['a year that never comes', '20232025Sep 1-28/15'],
  ['a number that is too long beside a comment', '"2026" 10000-20000 Sep 1 "2027"'],
])('the error names the field and the problem: %s', async (_, hours) => {
  expect(await problemsOf([hours])).toEqual([expect.stringMatching(/^AppError: opening_hours: ./)]);
});

test('a check answers only for the hours it has read', async () => {
  const check = await openHoursCheck([' 24/7 ', null, undefined, { toString: 1 }, ['x'], 24]);
  expect(() => check('24/7')).not.toThrow();
  expect(() => check('24')).toThrow('opening_hours');
  expect(() => check('Mo 10:00-12:00')).toThrow('were not read beforehand');
});
