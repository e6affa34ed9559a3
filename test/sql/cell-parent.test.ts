import { cellToParent, latLngToCell } from 'h3-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';
import { randomFrom, seedOfRun } from '../stage/random.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

test('Postgres computes the same parent of a cell as H3, at every coarser resolution', async () => {
  const seed = seedOfRun();
  const random = randomFrom(seed);
  const cases = Array.from({ length: 300 }, (_, i) => {
    const cell = latLngToCell(180 * random() - 90, 360 * random() - 180, 9);
    const resolution = i % 9;
    return { cell, resolution, parent: cellToParent(cell, resolution) };
  });
  const rows = await database.sql<{ parent: string }>(
    `select to_hex(cell_parent(('x' || lpad(cell, 16, '0'))::bit(64)::bigint, resolution)) as parent
     from unnest($1::text[], $2::integer[]) with ordinality as one (cell, resolution, number)
     order by number`,
    [cases.map(({ cell }) => cell), cases.map(({ resolution }) => resolution)],
  );
  expect(
    rows.map(({ parent }) => parent),
    `seed ${seed}`,
  ).toEqual(cases.map(({ parent }) => parent));
});
