import { expect, test } from 'vitest';
import { readRegions } from '../../../../src/kit/places/regions.ts';

const read = (text: string) =>
  readRegions(text.split(' '))?.map((meanings) =>
    meanings.map(({ country, subdivision }) => [country, subdivision].filter(Boolean).join('-')),
  );

test.each([
  ['california', [['US-CA']]],
  ['ca', [['US-CA', 'CA']]],
  ['on canada', [['CA-ON'], ['CA']]],
  ['new york usa', [['US-NY'], ['US']]],
  ['uk', [['GB']]],
  ['united kingdom', [['GB']]],
  ['georgia', [['US-GA', 'GE']]],
  ['bosnia and herzegovina', [['BA']]],
])('%j names %j', (text, regions) => {
  expect(read(text)).toEqual(regions);
});

test.each(['san diego', 'san diego ca', 'ca ca ca', 'x', 'united'])(
  '%j is not only regions',
  (text) => {
    expect(read(text)).toBeUndefined();
  },
);

test('no words are no regions', () => {
  expect(readRegions([])).toEqual([]);
});
