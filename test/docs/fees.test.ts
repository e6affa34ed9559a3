import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PLANS } from '../../src/access/plans/plan-prices.ts';
import { platformFeeOf } from '../../src/access/plans/platform-fee.ts';
import { feeText } from '../../src/tariffs/fee-text.ts';

const page = readFileSync('docs/fees.md', 'utf8');

test('the page has the fee of every plan', () => {
  const rows = [...page.matchAll(/^\| (\w+) \| (.*) \|$/gm)].map(([, plan, fee]) => [plan, fee]);
  expect(rows).toEqual([
    ['Plan', 'The platform keeps'],
    ...PLANS.map((plan) => [plan, feeText(plan)]),
  ]);
});

test('the page rounds as the service does', () => {
  const words = page.replaceAll(/\s+/g, ' ');
  for (const currency of ['eur', 'jpy'])
    expect(
      platformFeeOf({ subtotalMinor: 525, currency, plan: 'pro', monthGrossMinor: 0n })
        .platformFeeMinor,
    ).toBe(53);
  expect(words).toContain('10 % of 5.25 EUR are 0.53 EUR, and 10 % of 525 JPY are 53 JPY');
});

test('the README and the index have the usual fee', () => {
  expect(readFileSync('README.md', 'utf8')).toContain(`${feeText('free')} of a stay, or less`);
  const index = readFileSync('docs/index.md', 'utf8');
  expect(index).toContain(`${feeText('free')} of a stay, less with`);
});
