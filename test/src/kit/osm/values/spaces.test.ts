import { expect, test } from 'vitest';
import { readCapacity, readSpecialSpaces } from '../../../../../src/kit/osm/values/spaces.ts';
import { compare, inWords, summary, tableRows } from './table.ts';

test('capacities as people write them are read as they mean, or kept as text', () => {
  const rows = tableRows('capacity');
  const result = compare(rows, ({ tags }) =>
    inWords(readCapacity(tags), ({ spaces, isEstimate }) =>
      isEstimate ? `${spaces} about` : String(spaces),
    ),
  );
  console.info(summary('capacity', rows, result));
  expect(result.wrong).toEqual([]);
  expect(result.refused).toEqual([]);
});

test('special spaces are counted, or known to be there, and are never more than all', () => {
  const rows = tableRows('special-spaces');
  const result = compare(rows, ({ tags }) =>
    inWords(readSpecialSpaces(tags, 'capacity:disabled', 50), (special) =>
      special.kind === 'some' ? 'some' : String(special.spaces),
    ),
  );
  console.info(summary('capacity:disabled', rows, result));
  expect(result.wrong).toEqual([]);
  expect(result.refused).toEqual([]);
  expect(readSpecialSpaces({ 'capacity:disabled': '51' }, 'capacity:disabled', null)).toEqual({
    kind: 'read',
    value: { kind: 'count', spaces: 51 },
  });
});
