import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';

// Marts that no warehouse computes, published like all others.

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.sql(
    'create table marts.of_two (a int, "The b" text, c int, primary key (a, "The b"))',
  );
  await database.sql('create table marts.keyless (a int)');
});
afterAll(() => database.drop());

const put = (mart: string, rows: object[]) =>
  database.owner.query('marts_put', { mart, rows: JSON.stringify(rows) });
const remove = (mart: string, rows: object[] | null) =>
  database.owner.query('marts_remove', { mart, rows: rows && JSON.stringify(rows) });
const kept = () => database.sql('select * from marts.of_two order by 1, 2');

test('rows are removed by their whole primary key, and other columns do not matter', async () => {
  const row = (a: number, b: string, c: number) => ({ a, 'The b': b, c });
  await put('of_two', [row(1, 'x', 1), row(1, 'y', 2), row(2, 'x', 3)]);
  await remove('of_two', [row(1, 'x', 99), row(2, 'y', 3)]);
  expect(await kept()).toEqual([row(1, 'y', 2), row(2, 'x', 3)]);
  await remove('of_two', []);
  expect(await kept()).toHaveLength(2);
  await remove('of_two', null);
  expect(await kept()).toEqual([]);
});

test('a row is put in place of the one with its primary key, and beside all others', async () => {
  const row = (a: number, b: string, c: number | null) => ({ a, 'The b': b, c });
  await put('of_two', [row(1, 'x', 1), row(1, 'y', 2)]);
  await put('of_two', [row(1, 'y', null), row(2, 'x', 3)]);
  expect(await kept()).toEqual([row(1, 'x', 1), row(1, 'y', null), row(2, 'x', 3)]);
  await remove('of_two', null);
});

test('a mart without a primary key is refused', async () => {
  await expect(put('keyless', [{ a: 1 }])).rejects.toThrow('marts.keyless has no primary key');
  await expect(remove('keyless', [{ a: 1 }])).rejects.toThrow('marts.keyless has no primary key');
});

test.each(['lots', 'public.lots', 'of_two; drop table lots', 'of_two" where false --', ''])(
  'the name %j writes to no table outside the marts',
  async (mart) => {
    await expect(put(mart, [{}])).rejects.toThrow(/does not exist|zero-length/);
    await expect(remove(mart, null)).rejects.toThrow(/does not exist|zero-length/);
    await expect(remove(mart, [{}])).rejects.toThrow(/does not exist|invalid name/);
  },
);

test('the API has no right to publish', async () => {
  await expect(
    database.db.query('marts_remove', { mart: 'search_percentiles', rows: null }),
  ).rejects.toThrow('permission denied');
});
