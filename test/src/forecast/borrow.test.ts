import { expect, test } from 'vitest';
import { borrowShares } from '../../../src/forecast/borrow.ts';
import type { LotForecast } from '../../../src/forecast/lot-forecast.ts';
import { emptyForecast } from '../../../src/forecast/packed-forecast.ts';

const NO = Number.NaN;

/** A forecast with these shares in its first half hours, and one usual error. */
function forecast(fromDay: number, shares: number[], spread = 0.1): LotForecast {
  const empty = emptyForecast();
  for (const list of [empty.shares.next, empty.shares.usual]) list.set(shares);
  empty.shares.spread.fill(spread);
  return { ...empty, fromDay, carry: Float32Array.of(0.9, 0.8, 0.7) };
}

const OWN: LotForecast = {
  ...forecast(100, []),
  spaces: 77,
  closed: Uint8Array.of(1),
  holidays: Uint8Array.of(2),
};

test('a lot without a history has the mean of the lots like it, where any is known', () => {
  const { shares } = borrowShares(OWN, [
    forecast(100, [0.2, 0.4, NO]),
    forecast(100, [0.6, NO, NO]),
  ]);
  expect([...shares.next.subarray(0, 3)]).toEqual([Math.fround(0.4), Math.fround(0.4), NO]);
  expect(shares.usual[0]).toBeCloseTo(0.4, 6);
});

test('its errors are expected to be one and a half times theirs', () => {
  const { shares, carry } = borrowShares(OWN, [forecast(100, [], 0.1), forecast(100, [], 0.3)]);
  expect(shares.spread[0]).toBeCloseTo(0.3, 6);
  expect([...carry]).toEqual([...Float32Array.of(0.9, 0.8, 0.7)]);
});

test('days of another date are not borrowed as they are', () => {
  const { shares } = borrowShares(OWN, [forecast(99, [0.2]), forecast(100, [0.6])]);
  expect(shares.next[0]).toBeCloseTo(0.6, 6);
  const stale = borrowShares(OWN, [forecast(99, [0.2])]).shares;
  expect(stale.next[0]).toBeNaN();
  expect(stale.usual[0]).toBeCloseTo(0.2, 6);
});

test('its own spaces and calendar stay, and sales of others are not passed on', () => {
  const like = forecast(100, [0.2]);
  like.sessions.next.fill(5);
  const borrowed = borrowShares(OWN, [{ ...like, hasStays: true, hasHistory: true, spaces: 3 }]);
  const { spaces, closed, holidays, hasHistory, hasStays } = OWN;
  expect(borrowed).toMatchObject({ spaces, closed, holidays, hasHistory, hasStays, fromDay: 100 });
  expect(borrowed.sessions.next.every(Number.isNaN)).toBe(true);
});

test('a lot without any like it stays unknown', () => {
  expect(borrowShares(OWN, [])).toBe(OWN);
});
