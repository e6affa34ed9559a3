import fc from 'fast-check';
import { expect, test } from 'vitest';
import { heightTag, readHeight } from '../../../../../src/kit/osm/values/height.ts';
import { compare, inWords, summary, tableRows } from './table.ts';

const rows = tableRows('height');

test('heights as people write them are read as they mean, or kept as text', () => {
  const result = compare(rows, ({ tags }) =>
    inWords(readHeight(tags), (height) =>
      height.kind === 'none' ? 'none' : String(height.centimetres),
    ),
  );
  console.info(summary('maxheight', rows, result));
  expect(result.wrong).toEqual([]);
  expect(result.refused).toEqual([]);
});

test('a height that is written reads back as it was', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), (centimetres) => {
      expect(readHeight({ maxheight: heightTag(centimetres) })).toEqual({
        kind: 'read',
        value: { kind: 'limit', centimetres },
      });
    }),
  );
});

test.each([
  [210, '2.1'],
  [200, '2'],
  [205, '2.05'],
  [550, '5.5 m'],
])('%d cm is written %s', (centimetres, text) => {
  expect(heightTag(centimetres)).toBe(text);
});
