import { expect, test } from 'vitest';
import { findOpenMinutes } from '../../../../src/kit/hours/ordinary-day.ts';

const HOUR = 60;

async function minutesOf(hours: string): Promise<number | null | undefined> {
  const [minutes] = await findOpenMinutes([hours]);
  return minutes;
}

test.each([
  ['24/7', 24 * HOUR],
  ['Mo-Fr 08:00-18:00; Sa 10:00-14:00', 10 * HOUR],
  ['08:00-12:00,14:00-18:00', 8 * HOUR],
  ['Mo-Su 18:00-02:00', 8 * HOUR],
  ['Mo-Fr 07:15-19:00', 11.75 * HOUR],
  ['Sa-Su 10:00-18:00', 0],
  ['off', 0],
])('with the hours %s a Wednesday has %i open minutes', async (hours, minutes) => {
  expect(await minutesOf(hours)).toBe(minutes);
});

test.each([
  ['PH,SH 09:00-12:00; Mo-Fr 06:00-20:00; PH off', 14 * HOUR],
  ['PH,SH 00:00-24:00', 0],
  ['Mo-Su 08:00-18:00; easter off', 10 * HOUR],
])('the day is no holiday and in no school holidays: %s', async (hours, minutes) => {
  expect(await minutesOf(hours)).toBe(minutes);
});

test.each([
  ['Mo-Fr 08:00+'],
  ['"by appointment"'],
  ['Mo-Fr 08:00-18:00 unknown'],
  ['sunrise-sunset'],
  ['when we feel like it'],
  [`Mo-Fr 08:00-18:00 ${'"x"'.repeat(200)}`],
])('where hours leave it open, or cannot be read, nothing is known: %s', async (hours) => {
  expect(await minutesOf(hours)).toBeNull();
});

test('each of many texts gets its own answer, in their order', async () => {
  const texts = ['08:00-09:00', 'nonsense', '08:00-10:00', 'sunrise-sunset', '08:00-11:00'];
  expect(await findOpenMinutes(texts)).toEqual([HOUR, null, 2 * HOUR, null, 3 * HOUR]);
});
