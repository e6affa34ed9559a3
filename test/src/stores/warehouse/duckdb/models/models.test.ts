import { expect, test } from 'vitest';
import { loadQuery } from '../../../../../../src/stores/sql.ts';
import { describeModels } from '../../../../../../src/stores/warehouse/duckdb/models/models.ts';
import {
  normalForm,
  readStatements,
} from '../../../../../../src/stores/warehouse/duckdb/models/statements.ts';
import { SOURCES } from '../../../../../../src/stores/warehouse/sources.ts';

const statements = readStatements();
const models = describeModels(statements);
const COMMENT = '-- A remark, with (marks); and a "quote\n/* another, -- of two\nlines * */';

/** Changes one statement, and returns whose versions changed with it. */
function after(path: string, change: (text: string) => string) {
  const text = statements.get(path);
  if (text === undefined || change(text) === text) throw new Error(`${path} is as it was`);
  return versionsChangedBy(new Map([...statements, [path, change(text)]]));
}

function versionsChangedBy(changedStatements: typeof statements) {
  const changed = describeModels(changedStatements);
  const isChanged = (one: { version: string }, other?: { version: string }) =>
    one.version !== other?.version;
  const others = changed.made.filter((each, at) => isChanged(each, models.made[at]));
  return {
    isAnotherWarehouse:
      isChanged(changed.state, models.state) ||
      changed.raw.some((each, at) => isChanged(each, models.raw[at])),
    others: others.map(({ name }) => name).sort(),
  };
}

const SAME = { isAnotherWarehouse: false, others: [] };

test.each<[string, (text: string) => string]>([
  ['comments around it', (text) => `${COMMENT}\n${text}${COMMENT}`],
  ['comments in it', (text) => outsideStrings(text, /\n/g, ` ${COMMENT}\n`)],
  ['wider gaps', (text) => outsideStrings(text, / /g, '\n\t ')],
  ['gaps around marks', (text) => outsideStrings(text, /[(),;]/g, ' \n $& ')],
])('%s change the version of no statement', (_what, change) => {
  const changed = [...statements].map(([path, text]) => [path, change(text)] as const);
  expect(changed.filter(([path, text]) => text === statements.get(path))).toEqual([]);
  expect(versionsChangedBy(new Map(changed))).toEqual(SAME);
});

/** A text without its comments, in which `from` is replaced where it is in no string. */
function outsideStrings(text: string, from: RegExp, to: string): string {
  return text
    .replaceAll(/^ *--.*\n/gm, '')
    .split("'")
    .map((part, at) => (at % 2 === 0 ? part.replaceAll(from, to) : part))
    .join("'");
}

test.each([
  ["select 'a  b'", "select 'a b'"],
  ["select 'a (b'", "select 'a(b'"],
  ["select '-- a'", "select '-- b'"],
  ["select 'it''s  a'", "select 'it''s a'"],
  ['select "a  b"', 'select "a b"'],
  ['select a b', 'select ab'],
  ['select 1 -- a\n+ 2', 'select 1 -- a + 2'],
])('the normal forms of %s and %s differ', (one, other) => {
  expect(normalForm(one)).not.toBe(normalForm(other));
});

test('no check and no statement that reads or writes the state changes a version', () => {
  const others = [...statements.keys()].filter(
    (path) => /^(checks|state)\//.test(path) && !path.endsWith('.table'),
  );
  expect(others.length).toBeGreaterThan(20);
  for (const path of others) expect(after(path, () => 'select 1;')).toEqual(SAME);
});

test('a changed raw table or table of the state makes it another warehouse', () => {
  const tables = [...statements.keys()].filter((path) => /^(1_raw|state)\/.*\.table$/.test(path));
  expect(tables.length).toBeGreaterThan(4);
  for (const path of tables) {
    const { isAnotherWarehouse } = after(path, (text) => text.replace(' not null', ''));
    expect(isAnotherWarehouse, path).toBe(true);
  }
});

test.each([
  ['a rollup', '4_rollups/paid_stays_by_lot_hour', 'count(*)', 'count(1)'],
  ["a rollup's table", '4_rollups/paid_stays_by_lot_hour.table', ' not null', ''],
])('a change of %s changes what is computed from it, and nothing else', (_what, path, from, to) => {
  expect(after(path, (text) => text.replace(from, to))).toEqual({
    isAnotherWarehouse: false,
    others: [
      'area_weeks',
      'areas',
      'lots_by_city',
      'market_rate_by_lot',
      'paid_stays_by_lot_hour',
      'search_areas',
      'search_percentiles',
      'search_weeks',
    ],
  });
});

test('a change of a staging view changes its fact and everything computed from that', () => {
  expect(after('2_staging/stg_payments', (text) => text.replace("'payment", "'a.payment"))).toEqual(
    {
      isAnotherWarehouse: false,
      others: [
        'area_history',
        'area_weeks',
        'areas',
        'fct_paid_stays',
        'lots_by_city',
        'market_rate_by_lot',
        'paid_stays_by_lot_hour',
        'search_areas',
        'search_history',
        'search_percentiles',
        'search_weeks',
        'stg_payments',
        'use_by_lot_day',
      ],
    },
  );
});

test('a change of a macro changes what uses it', () => {
  expect(
    after('2_staging/per_million', (text) => text.replace('+ whole', '- whole')).others,
  ).toEqual(['per_million', 'search_areas', 'search_percentiles']);
});

test('a change of a list of stale rows changes the marts that use it', () => {
  const { others } = after('5_marts/0_stale/stale_lots', (text) => text.replace('>', '>='));
  expect(others).toEqual([
    'area_weeks',
    'areas',
    'lots_by_city',
    'market_rate_by_lot',
    'search_areas',
    'search_percentiles',
    'search_weeks',
  ]);
});

test('a change of a mart that is not stored changes nothing else', () => {
  expect(after('5_marts/now/search_surges', () => 'select 1;')).toEqual(SAME);
});

test('a model belongs to the source whose batches it adds, and must add those of one only', () => {
  const sources = Object.fromEntries(
    [...models.contents.facts, ...models.contents.rollups].map(({ name, source }) => [
      name,
      source,
    ]),
  );
  expect(sources).toMatchObject({
    fct_stays: 'audit_log',
    fct_searches: 'search_log',
    searches_by_cell_hour: 'search_log',
    occupancy_by_lot_hour: 'audit_log',
    fct_occupancy_counts: 'occupancy_counts',
    counts_by_lot_hour: 'occupancy_counts',
  });
  const withModel = (sql: string) =>
    describeModels(new Map([...statements, ['4_rollups/another', sql]]));
  const window = 'where batch > $from and batch <= $through';
  expect(() => withModel('select 1 from fct_stays')).toThrow('model another must add the batches');
  expect(() =>
    withModel(`(from fct_stays ${window}) union all (from fct_searches ${window})`),
  ).toThrow('model another must add the batches');
});

test('each source has a raw table and a query that reads it, and each raw table has a source', () => {
  expect(models.raw.map(({ name, source }) => `${source} ${name}`).sort()).toEqual(
    SOURCES.map(({ name, table }) => `${name} ${table}`).sort(),
  );
  for (const { read } of SOURCES)
    expect([...loadQuery(read).parameters].sort()).toEqual(['id', 'row_count_max', 'tx']);
});

test('everything comes after what it reads, and the checks of facts before those of marts', () => {
  const { facts, rollups, marts, checks } = models.contents;
  const names = [...facts, ...rollups].map(({ name }) => name);
  expect(names.indexOf('fct_paid_stays')).toBeGreaterThan(names.indexOf('fct_stays'));
  expect(marts).toEqual([
    'agent_demand',
    'market_rate_by_lot',
    'searches_by_cell',
    'areas',
    'lots_by_city',
    'search_areas',
    'search_percentiles',
    'area_weeks',
    'search_weeks',
    'area_history',
    'search_history',
  ]);
  expect(checks.slice(0, 2)).toEqual(['facts_hold_each_row_once', 'stays_end_after_they_start']);
  expect(checks.indexOf('searches_rollup_equals_facts')).toBeLessThan(
    checks.indexOf('searched_cells_equal_hours'),
  );
});

test('raw rows are read only by the batches that are new, so published ones can be packed away', () => {
  for (const [path, text] of statements) {
    if (!/^([3-9]_|checks\/)/.test(path)) continue;
    // Which batch is the first that is not packed away is no reading of its rows.
    const rest = normalForm(text).replaceAll(/\(select min\(batch\) ?from \w+\)/g, '');
    const reads = rest.matchAll(/\b(?:from|join) ((?:raw|stg)_\w+)(?: where batch > \$(\w+))?/g);
    const bound = path.startsWith('3_') ? /^from$/ : path.startsWith('checks') ? /_seen$/ : /^$a/;
    for (const [, name, since = ''] of reads) expect(since, `${path} ${name}`).toMatch(bound);
  }
});
