import { expect, test } from 'vitest';
import { type Price, readPrice } from '../../../../../src/kit/osm/values/read-price.ts';
import { compare, summary, tableRows } from './table.ts';

const rows = tableRows('price');

function inWords(price: Price): string {
  if (price.kind === 'text' || price.kind === 'unknown') return price.kind;
  const max = price.maxDailyMinor === null ? '' : ` max ${price.maxDailyMinor}`;
  if (price.kind === 'free') return `free${max}`;
  const { currency, rateMinor, rateUnit, billingStepMinutes } = price;
  return `${currency} ${rateMinor} ${rateUnit} ${billingStepMinutes}${max}`;
}

test('prices as people write them are read as they mean, or kept as text', () => {
  const result = compare(rows, ({ tags, currency }) => inWords(readPrice(tags, { currency })));
  console.info(summary('price', rows, result));
  expect(result.wrong).toEqual([]);
  expect(result.refused).toEqual([]);
});

test('the table has 250 forms, and 80 that must stay text', () => {
  expect(rows.length).toBeGreaterThanOrEqual(250);
  expect(rows.filter(({ expected }) => expected === 'text').length).toBeGreaterThanOrEqual(80);
});

test('a price that is kept shows what was written, and every problem names its tag', () => {
  for (const { tags, currency } of rows) {
    const price = readPrice(tags, { currency });
    if (price.kind !== 'text') continue;
    expect(price.problems.length).toBeGreaterThan(0);
    for (const { field } of price.problems) expect(Object.keys(tags)).toContain(field);
    expect(price.chargeText).not.toBe('');
  }
});

test.each([
  [{ charge: ' 5 EUR ' }, '5 EUR'],
  [{ fee: 'yes', charge: '5 EUR' }, '5 EUR'],
  [{ fee: 'no', charge: '5 EUR' }, 'fee=no; charge=5 EUR'],
  [
    { fee: 'yes', 'fee:conditional': 'no @ (stay < 2 hours)' },
    'fee=yes; fee:conditional=no @ (stay < 2 hours)',
  ],
  [
    { charge: '2 EUR/hour', 'charge:conditional': '1 EUR/hour @ (Su)' },
    'charge=2 EUR/hour; charge:conditional=1 EUR/hour @ (Su)',
  ],
])('%j is shown as "%s"', (tags, text) => {
  expect(readPrice(tags, { currency: 'eur' })).toMatchObject({ kind: 'text', chargeText: text });
});
