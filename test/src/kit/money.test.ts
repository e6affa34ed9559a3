import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divideRoundingHalfUp, fromMinor, toMinor } from '../../../src/kit/money.ts';

test('converting an amount to minor units and back is exact', () => {
  fc.assert(
    fc.property(fc.nat(2 ** 45), fc.constantFrom('usd', 'jpy', 'kwd'), (minor, currency) => {
      expect(toMinor(String(fromMinor(minor, currency)), currency)).toBe(minor);
    }),
  );
});

test.each([
  ['0.10', 'usd', 10],
  ['1.005', 'kwd', 1005],
  ['3', 'jpy', 3],
  ['2.5000', 'cad', 250],
  ['300.00', 'jpy', 300],
  ['2.500', 'kwd', 2500],
  ['90071992547409.91', 'usd', 9007199254740991],
])('%s %s is %d minor units', (text, currency, minor) => {
  expect(toMinor(text, currency)).toBe(minor);
});

test.each([
  ['1.005', 'usd'],
  ['2.500', 'cad'],
  ['5.000', 'idr'],
  ['0.5', 'jpy'],
  ['-1', 'usd'],
  ['1e3', 'usd'],
  ['', 'usd'],
  ['NaN', 'usd'],
  ['1,50', 'eur'],
  ['90071992547409.92', 'usd'],
  ['1', 'zzz'],
])('%s %s is refused, never rounded', (text, currency) => {
  expect(() => toMinor(text, currency)).toThrow(RangeError);
});

test('a half is rounded up, anything less is rounded down', () => {
  expect(divideRoundingHalfUp(5n, 10n)).toBe(1);
  expect(divideRoundingHalfUp(49n, 100n)).toBe(0);
  expect(divideRoundingHalfUp(15n, 10n)).toBe(2);
});
