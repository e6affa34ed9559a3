import { expect, test } from 'vitest';
import {
  fromStripe,
  isTooSmall,
  stepMinor,
  toAuthorise,
  toStripe,
} from '../../../../../src/money/payments/stripe/stripe-amounts.ts';

test.each([
  // currency, ours, Stripe's, step
  ['usd', 250, 250, 1],
  ['jpy', 500, 500, 1],
  ['kwd', 5_120, 5_120, 10],
  // Two decimals there, none here.
  ['isk', 5, 500, 1],
  ['ugx', 5, 500, 1],
  ['huf', 175, 17_500, 1],
  ['twd', 800, 800, 1],
])('%s: %i of ours are %i there, in steps of %i', (currency, ours, theirs, step) => {
  expect(toStripe(ours, currency)).toBe(theirs);
  expect(fromStripe(theirs, currency)).toBe(ours);
  expect(stepMinor(currency)).toBe(step);
});

test('what Stripe cannot take exactly is refused', () => {
  expect(() => toStripe(5_124, 'kwd')).toThrow('amounts of kwd must be multiples of 10');
});

test('an authorisation is no less than asked for, and no less than Stripe takes', () => {
  expect(toAuthorise(5_124, 'kwd')).toBe(5_130);
  expect(toAuthorise(20, 'usd')).toBe(50);
  expect(toAuthorise(20, 'aed')).toBe(200);
  expect(toAuthorise(51, 'usd')).toBe(51);
});

test('nothing, and less than the smallest charge, is too small', () => {
  expect(isTooSmall(0, 'kwd')).toBe(true);
  expect(isTooSmall(10, 'kwd')).toBe(false);
  expect(isTooSmall(49, 'usd')).toBe(true);
  expect(isTooSmall(50, 'usd')).toBe(false);
});
