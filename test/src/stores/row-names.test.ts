import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  camelCase,
  fromRecord,
  snakeCase,
  toRecord,
  toRows,
} from '../../../src/stores/row-names.ts';
import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

test('every column of the database is the same again after both renamings', async () => {
  const columns = await database.sql<{ name: string }>(
    `select distinct column_name as name from information_schema.columns
     where table_schema in ('public', 'marts')`,
  );
  expect(columns.length).toBeGreaterThan(100);
  const changed = columns.filter(({ name }) => snakeCase(camelCase(name)) !== name);
  expect(changed).toEqual([]);
});

test('rows are named in camelCase, and values in them stay as they are stored', async () => {
  const [row] = await database.db.query('health_find_marts', { ageSecondsMax: 60 });
  expect(Object.keys(row ?? {})).toContain('ageSeconds');
  const metadata = { some_key: 'as it came' };
  expect(toRows(['lot_id', 'metadata'], [['a', metadata]])).toEqual([{ lotId: 'a', metadata }]);
});

test('a row goes into a JSON value and back', () => {
  const row = { lotId: 'a', bodySha256: 'b', osmTags: { check_date: '2026' } };
  expect(toRecord(row)).toEqual({
    lot_id: 'a',
    body_sha256: 'b',
    osm_tags: { check_date: '2026' },
  });
  expect(fromRecord(toRecord(row))).toEqual(row);
});
