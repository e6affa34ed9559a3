import { expect, test } from 'vitest';
import { planCents } from '../../../../src/access/plans/plan-prices.ts';
import { readConfig } from '../../../../src/config.ts';

const read = (text: string) => readConfig({ HEXLOT_PLAN_PRICES: text }).planPrices;

test('without the setting three plans are sold', () => {
  const sold = { starter: 2_900, pro: 9_900, enterprise: 49_900 };
  expect(readConfig({}).planPrices).toEqual(sold);
  expect(read(' ')).toEqual(sold);
});

test('a plan that is left out is given by agreement, and the free one costs nothing', () => {
  const prices = read('starter=1000, pro=1000');
  expect(planCents(prices, 'pro')).toBe(1_000);
  expect(planCents(prices, 'enterprise')).toBeNull();
  expect(planCents(prices, 'free')).toBe(0);
  expect(read('none')).toEqual({});
});

test.each([
  ['starter', 'must be like starter=2900'],
  ['starter=29.00', 'must be like'],
  ['starter=-1', 'must be like'],
  ['free=1', 'must be like'],
  ['gold=1', 'must be like'],
  ['starter=1,starter=2', 'must be like'],
  ['starter=100000001', 'up to 100000000'],
  ['starter=1,', 'must be like'],
  ['starter=5000,pro=4999', 'must not fall'],
  ['enterprise=1,starter=2', 'must not fall'],
])('"%s" prevents the start, and names the setting', (text, problem) => {
  expect(() => read(text)).toThrow(/^HEXLOT_PLAN_PRICES /);
  expect(() => read(text)).toThrow(problem);
});
