import { expect, test } from 'vitest';
import { readExpiry, readRateLimits, wholeNumber } from '../../../../bin/commands/key/options.ts';

test('budgets are read with their figures, each once', () => {
  expect(readRateLimits([])).toEqual({});
  expect(readRateLimits(['read=1200', 'write=0200'])).toEqual({ read: 1200, write: 200 });
  // The core knows which budgets there are, not this function.
  expect(Object.entries(readRateLimits(['__proto__=9']))).toEqual([['__proto__', 9]]);
});

test.each([['read'], ['=5'], ['read 600'], ['read:600'], ['']])('%j is no rate limit', (text) => {
  expect(() => readRateLimits([text])).toThrow(`rate_limits: "${text}" is not like read=600`);
});

test('a budget that is named twice is refused by its name', () => {
  expect(() => readRateLimits(['read=700', 'write=200', 'read=800'])).toThrow(
    'rate_limits.read: is given twice',
  );
});

test.each(['', ' 5', '5 ', '-1', '+5', '1e3', '0x10', '5.0', '1_000', '٣', 'NaN', 'Infinity'])(
  '%j is no whole number',
  (text) => {
    expect(wholeNumber(text)).toBeNaN();
    expect(readRateLimits([`read=${text}`]).read).toBeNaN();
  },
);

test.each([
  ['2027-03-01T08:00:00Z', '2027-03-01T08:00:00.000Z'],
  ['2027-03-01T08:00Z', '2027-03-01T08:00:00.000Z'],
  ['2027-03-01T08:00:00.5+02:00', '2027-03-01T06:00:00.500Z'],
])('%s is an expiry', (text, instant) => {
  expect(readExpiry(text).toISOString()).toBe(instant);
});

test.each([
  '2027-03-01',
  '2027-03-01T08:00:00',
  '2027-03-01 08:00:00Z',
  '2027-02-30T08:00:00Z',
  '2027-03-01T24:00:00Z',
  '1798761600',
  'tomorrow',
  '',
])('%j is no expiry: it lacks its zone, or does not exist', (text) => {
  expect(() => readExpiry(text)).toThrow('expires_at: ');
});
