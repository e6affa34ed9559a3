import { expect, test } from 'vitest';
import { unreadRules } from '../../../../../src/kit/osm/values/unread-rules.ts';
import { compare, summary, tableRows } from './table.ts';

test('rules that could matter to a car and are not understood are named, and no others', () => {
  const rows = tableRows('unread-rules');
  const result = compare(rows, ({ tags }) => {
    const keys = unreadRules(tags).map(({ field }) => field);
    return keys.length === 0 ? '-' : keys.join(' ');
  });
  console.info(summary('rules', rows, result));
  expect(result.wrong).toEqual([]);
  expect(unreadRules({ 'access:conditional': 'no @ (Su)' })).toEqual([
    {
      field: 'access:conditional',
      reason: '"no @ (Su)" holds at some times or for some people only',
    },
  ]);
});
