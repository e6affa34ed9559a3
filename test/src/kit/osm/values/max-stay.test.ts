import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type MaxStay,
  maxStayFeatures,
  maxStayText,
  readMaxStay,
} from '../../../../../src/kit/osm/values/max-stay.ts';
import { isMaxStay } from '../../../../../src/parking/lots/max-stay.ts';
import { compare, inWords, summary, tableRows } from './table.ts';

const rows = tableRows('max-stay');

test('limits of stays as people write them are read as they mean, or kept as text', () => {
  const result = compare(rows, ({ tags }) => inWords(readMaxStay(tags), maxStayText));
  console.info(summary('maxstay', rows, result));
  expect(result.wrong).toEqual([]);
  expect(result.refused).toEqual([]);
});

test('every limit that is read becomes a feature that lots accept', () => {
  for (const { tags } of rows) {
    const reading = readMaxStay(tags);
    if (reading.kind !== 'read') continue;
    for (const feature of maxStayFeatures(reading.value)) expect(feature).toSatisfy(isMaxStay);
  }
});

const stays: fc.Arbitrary<MaxStay> = fc.oneof(
  fc.record({
    kind: fc.constant('minutes' as const),
    minutes: fc.integer({ min: 1, max: 99_999 }),
  }),
  fc.record({ kind: fc.constant('months' as const), months: fc.integer({ min: 1, max: 999 }) }),
  fc.constant({ kind: 'unlimited' as const }),
);

test('a limit that is written reads back as it was', () => {
  fc.assert(
    fc.property(stays, (stay) => {
      expect(readMaxStay({ maxstay: maxStayText(stay) })).toEqual({ kind: 'read', value: stay });
    }),
  );
});
