import { expect, test } from 'vitest';
import { borrowShares } from '../../../../src/kit/forecast/borrow.ts';
import { HALF_HOURS } from '../../../../src/kit/forecast/history/day-curve.ts';
import { type LotForecast, WEEKDAYS } from '../../../../src/kit/forecast/lot-forecast.ts';
import { emptyForecast } from '../../../../src/kit/forecast/packed-forecast.ts';

const NO = Number.NaN;

/** A Thursday. */
const THURSDAY = 3;

/** A forecast with these shares in the first half hours of usual Thursdays, and one usual error. */
function forecast(fromDay: number, shares: number[], spread = 0.1): LotForecast {
  const empty = emptyForecast();
  empty.shares.usual.set(shares, THURSDAY * HALF_HOURS);
  empty.shares.spread.fill(spread);
  return { ...empty, fromDay, carry: Float32Array.of(0.9, 0.8, 0.7) };
}

const OWN: LotForecast = {
  ...forecast(98, []),
  spaces: 77,
  closed: Uint8Array.of(1),
  holidays: Uint8Array.of(2),
};

test('a lot without a history has the mean of usual days of the lots like it', () => {
  const { shares } = borrowShares(OWN, [forecast(98, [0.2, 0.4, NO]), forecast(98, [0.6, NO, NO])]);
  expect([...shares.next.subarray(0, 3)]).toEqual([Math.fround(0.4), Math.fround(0.4), NO]);
  expect(shares.next[7 * HALF_HOURS]).toBeCloseTo(0.4, 6);
});

test('its errors are expected to be one and a half times theirs', () => {
  const { shares, carry } = borrowShares(OWN, [forecast(98, [], 0.1), forecast(98, [], 0.3)]);
  expect(shares.spread[0]).toBeCloseTo(0.3, 6);
  expect([...carry]).toEqual([...Float32Array.of(0.9, 0.8, 0.7)]);
});

test('what others hold, and where they are closed, is not borrowed', () => {
  const like = forecast(98, [0.2]);
  like.shares.next.fill(1);
  const { shares } = borrowShares(OWN, [like]);
  expect(shares.next[0]).toBeCloseTo(0.2, 6);
});

test('its own public holidays are like those of the others', () => {
  const like = forecast(98, [0.2]);
  like.shares.usual.fill(0.7, WEEKDAYS * HALF_HOURS);
  const { shares } = borrowShares(OWN, [like]);
  expect(shares.next[0]).toBeCloseTo(0.2, 6);
  expect(shares.next[HALF_HOURS]).toBeCloseTo(0.7, 6);
});

test('its own spaces and calendar stay, and sales of others are not passed on', () => {
  const like = forecast(98, [0.2]);
  like.sessions.next.fill(5);
  const borrowed = borrowShares(OWN, [{ ...like, hasStays: true, hasHistory: true, spaces: 3 }]);
  const { spaces, closed, holidays, hasHistory, hasStays } = OWN;
  expect(borrowed).toMatchObject({ spaces, closed, holidays, hasHistory, hasStays, fromDay: 98 });
  expect(borrowed.sessions.next.every(Number.isNaN)).toBe(true);
});

test('a lot without any like it stays unknown', () => {
  expect(borrowShares(OWN, [])).toBe(OWN);
});
