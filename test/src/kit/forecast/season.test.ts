import { expect, test } from 'vitest';
import { createDayCurve } from '../../../../src/kit/forecast/history/day-curve.ts';
import { seasonOf } from '../../../../src/kit/forecast/season.ts';

const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;
const NEW_YEAR = dayOf('2025-01-01');

/** The season of a figure a day from 2025-01-01 on; months are 0 to 11. */
function season(days: number, figure: (month: number, day: number) => number): Float32Array {
  const values = Float32Array.from({ length: days }, (_, day) =>
    figure(new Date((NEW_YEAR + day) * 86_400_000).getUTCMonth(), day),
  );
  const kinds = new Uint8Array(days);
  const measured = { slots: 1, values, most: 1e9, kinds, marks: new Map(), region: '' };
  return seasonOf(createDayCurve(measured), NEW_YEAR, days);
}

test('a month is to the present level as it was, drawn to 1 by 60 days', () => {
  const months = season(365, (month) => (month === 6 ? 20 : 10));
  expect(months[6]).toBeCloseTo((31 * 20 + 60 * 10) / (91 * 10), 5);
  expect([...months].filter((_, month) => month !== 6)).toEqual(new Array(11).fill(1));
});

test('a month with fewer than 14 measured days is not used', () => {
  const months = season(365, (month, day) =>
    month === 6 && day % 3 !== 0 ? Number.NaN : month === 6 ? 90 : 10,
  );
  expect(months[6]).toBe(1);
});

test('no month is expected to be less than half or more than twice the present', () => {
  const months = season(365, (month) => [0, 1_000, 10][Math.min(2, month)] ?? 0);
  expect([months[0], months[1]]).toEqual([expect.closeTo(60 / 91, 5), 2]);
});

test('a lot that is empty now, or was never measured, has no season', () => {
  for (const figure of [() => Number.NaN, (month: number) => (month < 11 ? 5 : 0)])
    expect([...season(365, figure)].every((month) => month >= 0.5 && month <= 2)).toBe(true);
  expect([...season(365, () => Number.NaN)]).toEqual(new Array(12).fill(1));
});
