import { expect, test } from 'vitest';
import { computeMarts } from '../../../../../src/stores/warehouse/duckdb/build-marts.ts';
import { describeModels } from '../../../../../src/stores/warehouse/duckdb/models/models.ts';
import {
  nameOf,
  readStatements,
} from '../../../../../src/stores/warehouse/duckdb/models/statements.ts';
import { noting, openStatements } from './watch-statements.ts';

test('every statement of a build says what it is filled from, but those that look for news', () => {
  const statements = readStatements();
  const { build } = describeModels(statements);
  const unsaid = build.filter(({ drivers }) => drivers.length === 0).map(({ name }) => name);
  // A city gets and loses lots by what its cells are found to be, too.
  const always = ['area_starts', 'public_operators', 'lot_versions', 'lots_by_city'];
  expect(unsaid.filter((name) => !name.startsWith('stale_'))).toEqual(always);
  for (const { path, drivers } of build) {
    const [, said] = statements.get(path)?.match(/^-- only with rows of: (.+)$/m) ?? [];
    if (said !== undefined) expect(drivers.toSorted(), path).toEqual(said.split(', ').toSorted());
  }
});

/** What is new comes with odd builds. A total and a list are made of it, and a mart of both. */
const STATEMENTS = new Map([
  ['state/temporary_list', readStatements().get('state/temporary_list') ?? ''],
  [
    '5_marts/0_news/news',
    'create or replace temp table news as select $build::integer as n where n % 2 = 1',
  ],
  [
    '5_marts/1_parts/total',
    '-- only with rows of: news\ncreate or replace temp table total as from news',
  ],
  [
    '5_marts/1_parts/list',
    'create or replace temp table list as from total where n <> 5 or error(n::varchar)',
  ],
  ['5_marts/2_sums/sums.table', 'create table sums (n integer)'],
  ['5_marts/2_sums/sums', '-- stale: n in (from list)\ninsert into sums from list'],
]);
const ALL = ['news', 'total', 'list', 'sums'];

async function openBuilds() {
  const duckdb = await openStatements(STATEMENTS);
  const models = describeModels(STATEMENTS);
  await duckdb.alone((session) => session.run('5_marts/2_sums/sums.table'));
  /** Returns what ran, and how many rows were written. */
  const compute = (build: number) =>
    duckdb.alone(async (session) => {
      const ran: string[] = [];
      const asOf = '2026-11-21T08:00:00Z';
      const plan = { build, asOf, batches: {}, seen: {}, seenToday: {} };
      const before = { asOf: null, batches: {} };
      const rowCount = await computeMarts(noting(session, ran), models, { ...plan, before });
      return { ran: ran.map(nameOf), rowCount };
    });
  return compute;
}

test('what would be filled from empty tables is not computed, and is empty for those who read it', async () => {
  const compute = await openBuilds();
  expect(await compute(1)).toEqual({ ran: ALL, rowCount: 1 });
  expect(await compute(2)).toEqual({ ran: ['news', 'list'], rowCount: 0 });
  expect(await compute(3)).toEqual({ ran: ALL, rowCount: 1 });
});

test('the first build of a connection and the one after a failure leave out no table', async () => {
  const compute = await openBuilds();
  const tables = ['news', 'total', 'list'];
  expect(await compute(2)).toEqual({ ran: tables, rowCount: 0 });
  await expect(compute(5)).rejects.toThrow();
  expect(await compute(4)).toEqual({ ran: tables, rowCount: 0 });
  expect(await compute(6)).toEqual({ ran: ['news', 'list'], rowCount: 0 });
});
