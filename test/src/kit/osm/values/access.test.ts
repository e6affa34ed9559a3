import { expect, test } from 'vitest';
import { readAccess } from '../../../../../src/kit/osm/values/access.ts';
import { compare, inWords, summary, tableRows } from './table.ts';

test('who may park is read as it means, or kept as text', () => {
  const rows = tableRows('access');
  const result = compare(rows, ({ tags }) => inWords(readAccess(tags), (access) => access));
  console.info(summary('access', rows, result));
  expect(result.wrong).toEqual([]);
  expect(result.refused).toEqual([]);
});
