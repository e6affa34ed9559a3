import { expect, test } from 'vitest';
import { bind, loadQuery } from '../../../src/stores/sql.ts';

const query = {
  name: 'postgres.queries.example',
  text: 'select $1, $2',
  parameters: ['lot_id', 'livemode'],
  names: ['lotId', 'livemode'],
  keepsPlan: false,
};

test('values are put in the order of their parameters, including null', () => {
  expect(bind(query, { livemode: null, lotId: 'a' })).toEqual(['a', null]);
});

test('a missing value and one without a parameter are refused by name', () => {
  expect(() => bind(query, { lotId: 'a' })).toThrow('postgres.queries.example needs livemode');
  expect(() => bind(query, { lotId: 'a', livemode: true, lot: 'a' })).toThrow(
    'postgres.queries.example has no parameter lot',
  );
});

test('a query is read once, and one that does not exist is refused', () => {
  expect(loadQuery('lots_find')).toBe(loadQuery('lots_find'));
  expect(loadQuery('lots_find').parameters).toEqual(['lot_id', 'livemode', 'owner_id']);
  expect(() => loadQuery('lots_guess')).toThrow('lots_guess.sql');
});

test('a list of columns stands in a statement where its name is', () => {
  const { text } = loadQuery('lots_find');
  expect(text).toMatch(
    /select\s+--[^\n]*\nstate, country[\s\S]*max_height_cm, availability_shown,/,
  );
  expect(text).not.toContain('_columns');
});
