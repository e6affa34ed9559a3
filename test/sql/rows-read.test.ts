import { readdirSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SESSION, toStatement } from '../../src/stores/postgres.ts';
import { camelCase } from '../../src/stores/row-names.ts';
import { loadQuery } from '../../src/stores/sql.ts';
import { fill } from '../rows-read/fill.ts';
import { OF_ACCOUNTS } from '../rows-read/of-accounts.ts';
import { OF_APPS } from '../rows-read/of-apps.ts';
import { OF_KEYS } from '../rows-read/of-keys.ts';
import { OF_LOTS } from '../rows-read/of-lots.ts';
import { OF_MARTS } from '../rows-read/of-marts.ts';
import { OF_PRIVACY } from '../rows-read/of-privacy.ts';
import { OF_PROCESSORS } from '../rows-read/of-processors.ts';
import { OF_RECORDS } from '../rows-read/of-records.ts';
import { OF_STAYS } from '../rows-read/of-stays.ts';
import { few, type Sample, USUAL, type Values } from '../rows-read/sample.ts';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';
import { isFull } from '../stage/size.ts';
import { stopAutovacuum } from '../stage/statement-plan.ts';

/** Times the rows of `fill`: 200 000 audit rows, 150 000 stays, 20 000 lots and so on. */
const SCALE = isFull ? 10 : 1;
/** What a statement may look at: as many for each row of its answer, and some more. */
const READS_PER_ROW_MAX = 20;
const READS_MAX = 500;
/** As often PostgreSQL plans a statement with its values, before it compares the plans' costs. */
const RUNS_PLANNED = 5;
/** How often a table may be read as a whole until there are statistics. */
const PASSES_MAX = 2;

const QUERIES = readdirSync('sql/postgres/queries').map((file) => file.replace(/\.sql$/, ''));
/** Statements that are called with usual values only; those of the others are listed. */
const OF_ALL = QUERIES.filter((name) => loadQuery(name).parameters.every((one) => one in USUAL));
const SAMPLES: Record<string, Sample> = {
  ...Object.fromEntries(OF_ALL.map((name) => [name, few()])),
  ...OF_ACCOUNTS,
  ...OF_APPS,
  ...OF_KEYS,
  ...OF_LOTS,
  ...OF_MARTS,
  ...OF_RECORDS,
  ...OF_PRIVACY,
  ...OF_PROCESSORS,
  ...OF_STAYS,
};
const CASES = Object.entries(SAMPLES).flatMap(([name, { cases }]) =>
  cases.map((values, place) => ({ name, place, values })),
);
const KEPT = CASES.filter(({ name }) => loadQuery(name).keepsPlan);
/** One case of each: it has decided when the values of the others come. */
const KEPT_ONCE = KEPT.filter(({ place }) => place === 0);

const hasParameters = (name: string) => loadQuery(name).parameters.length > 0;

/** The rows that a statement looked at, by table, and how many it returned. */
type Reading = { reads: Map<string, number>; returned: number };
type Case = (typeof CASES)[number];
const NAMED = { isNamed: true };
const keyOf = ({ name, place }: Case) => `${name} ${place}`;

let database: TestDatabase;
let sizes: Map<string, number>;
/** Planned with their values, before and after there were statistics of the tables. */
const planned = { early: new Map<string, Reading>(), late: new Map<string, Reading>() };
/** By plans that were made when the tables were empty, and by plans for any values. */
const kept = { early: new Map<string, Reading>(), late: new Map<string, Reading>() };

/** How often each statement was planned, as the product runs it, one more time than that. */
let planCounts: Map<string, number>;

beforeAll(async () => {
  database = await openTestDatabase();
  await stopAutovacuum(database);
  const [valued, usual, old, any] = await Promise.all([
    connect('auto'),
    connect('auto'),
    connect('force_generic_plan'),
    connect('force_generic_plan'),
  ]);
  for (const one of KEPT) await read(old, one, NAMED).catch(() => undefined);
  await fill(database, SCALE);
  for (const one of CASES) planned.early.set(keyOf(one), await read(valued, one));
  for (const one of KEPT) kept.early.set(keyOf(one), await read(old, one, NAMED));
  await database.sql('analyze');
  sizes = await countRows();
  for (const one of CASES) planned.late.set(keyOf(one), await read(valued, one));
  for (const one of KEPT) {
    kept.late.set(keyOf(one), await read(any, one, NAMED));
  }
  for (const one of KEPT_ONCE)
    for (let i = 0; i <= RUNS_PLANNED; i += 1) await undone(usual, () => run(usual, one, NAMED));
  planCounts = await readPlanCounts(usual);
  await Promise.all([valued, usual, old, any].map((client) => client.end()));
});
afterAll(() => database.drop());

test('every statement has values to be tried with', () => {
  expect(Object.keys(SAMPLES).toSorted()).toEqual(QUERIES.toSorted());
});

test.each(CASES.map((one) => [keyOf(one), one] as const))(
  '%s looks at few rows, planned with its values',
  (key, { name }) => expectFew(planned.late.get(key), SAMPLES[name]),
);

test.each(KEPT.map((one) => [keyOf(one), one] as const))(
  '%s looks at few rows by a plan that fits any values',
  (key, { name }) => expectFew(kept.late.get(key), SAMPLES[name]),
);

// Otherwise it is planned at each run, since its values make a plan look cheaper than it costs.
test.each([...new Set(KEPT.map(({ name }) => name))].filter(hasParameters))(
  '%s keeps its plan from its sixth run on',
  (name) => expect(planCounts.get(loadQuery(name).name)).toBe(RUNS_PLANNED),
);

test.each(CASES.map((one) => [keyOf(one), one] as const))(
  '%s looks at no row over and over, before there are statistics',
  (key, { name }) => expectNoProduct(planned.early.get(key), SAMPLES[name]),
);

test.each(KEPT.map((one) => [keyOf(one), one] as const))(
  '%s looks at no row over and over by a plan from when the tables were empty',
  (key, { name }) => expectNoProduct(kept.early.get(key), SAMPLES[name]),
);

function expectNoProduct(reading: Reading | undefined, sample: Sample | undefined): void {
  for (const [table, count] of reading?.reads ?? []) {
    const most = Math.max(PASSES_MAX * sizeOf(table), boundOf(sample, reading?.returned ?? 0));
    expect(count, table).toBeLessThanOrEqual(most);
  }
}

function expectFew(reading: Reading | undefined, sample: Sample | undefined): void {
  const { reads = new Map<string, number>(), returned = 0 } = reading ?? {};
  const total = [...reads.values()].reduce((sum, count) => sum + count, 0);
  const found = JSON.stringify({ returned, ...Object.fromEntries(reads) });
  expect(total, found).toBeLessThanOrEqual(boundOf(sample, returned));
}

function boundOf(sample: Sample | undefined, returned: number): number {
  const few = READS_MAX + READS_PER_ROW_MAX * returned;
  const { reads = 0 } = sample ?? {};
  if (typeof reads === 'number') return few + reads * SCALE;
  return few + reads.reduce((sum, table) => sum + sizeOf(table), 0);
}

const sizeOf = (table: string) => sizes.get(table) ?? 0;

/** Some numbers are too large for JavaScript. */
const AS_TEXT: pg.CustomTypesConfig = { getTypeParser: () => (text: string) => text };

async function connect(plan_cache_mode: string): Promise<pg.Client> {
  const settings = Object.entries({ ...SESSION, plan_cache_mode });
  const options = settings.map(([name, value]) => `-c ${name}=${value}`).join(' ');
  const { connectionString } = database;
  const client = new pg.Client({ connectionString, options, types: AS_TEXT });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Runs a statement as the product does, but changes nothing. */
async function read(client: pg.Client, one: Case, as = { isNamed: false }): Promise<Reading> {
  return undone(client, async () => {
    const before = await readCounts(client);
    const { rows } = await run(client, one, as);
    const after = await readCounts(client);
    const reads = [...after].map(([table, count]) => [table, count - (before.get(table) ?? 0)]);
    return {
      reads: new Map(reads.filter(([, count]) => Number(count) > 0) as [string, number][]),
      returned: rows.length,
    };
  });
}

async function undone<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    return await work();
  } finally {
    await client.query('rollback');
  }
}

async function run(client: pg.Client, { name, values }: Case, { isNamed }: typeof NAMED) {
  const query = loadQuery(name);
  const bound = toStatement({ ...query, keepsPlan: isNamed }, valuesOf(query.parameters, values));
  try {
    // Only a lock cannot have values.
    return await client.query(bound.values?.length === 0 ? bound.text : bound);
  } catch (cause) {
    throw new Error(`${name} failed`, { cause });
  }
}

function valuesOf(parameters: readonly string[], values: Values): Values {
  const given = Object.entries({ ...USUAL, ...values });
  const taken = given.filter(([name]) => parameters.includes(name));
  return Object.fromEntries(taken.map(([name, value]) => [camelCase(name), value]));
}

/** What this transaction has looked at, by table, also inside functions and triggers. */
async function readCounts(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; count: string }>({
    name: 'counts',
    text: `select relname as name,
        coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as count
      from pg_stat_xact_user_tables`,
  });
  return new Map(rows.map(({ name, count }) => [name, Number(count)]));
}

/** How often this connection planned each named statement with its values. */
async function readPlanCounts(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; count: string }>(
    'select name, custom_plans as count from pg_prepared_statements',
  );
  return new Map(rows.map(({ name, count }) => [name, Number(count)]));
}

async function countRows(): Promise<Map<string, number>> {
  const rows = await database.sql<{ name: string; count: number }>(
    `select relname as name, greatest(0, reltuples)::integer as count from pg_class
     where relkind = 'r'
     union all
     select 'search_log', sum(greatest(0, reltuples))::integer from pg_class
     join pg_inherits on inhrelid = oid where inhparent = 'search_log'::regclass`,
  );
  return new Map(rows.map(({ name, count }) => [name, Number(count)]));
}
