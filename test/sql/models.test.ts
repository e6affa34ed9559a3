import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeModels } from '../../src/stores/warehouse/duckdb/models/models.ts';
import { readStatements } from '../../src/stores/warehouse/duckdb/models/statements.ts';
import { createWarehouseFile } from '../../src/stores/warehouse/duckdb/warehouse-file.ts';
import { planResources, thisMachine } from '../../src/stores/warehouse/plan-resources.ts';
import { SOURCES } from '../../src/stores/warehouse/sources.ts';
import { statementsOf } from './statements-of.ts';

// test/sql/<model>/<case>/input.json has `tables`, the rows of each table (`defaults` fills in
// columns; `each` makes a row with each of some values, with all combinations where there are
// several columns), and `values` for the model's parameters. expect.json has a `select` and the
// `rows` that it must return.

type Row = Record<string, unknown>;
type Input = {
  defaults?: Record<string, Row>;
  tables: Record<string, Row[]>;
  values?: Record<string, string | number>;
};
type Expected = { select: string; rows: Row[] };

const HERE = import.meta.dirname;
/** The tests of migrations are no cases of a model. */
const MIGRATIONS = 'migrations';
const ANY_VALUES = {
  from: 0,
  part: 0,
  parts: 1,
  through: 1_000_000,
  build: 1,
  ...Object.fromEntries(
    SOURCES.flatMap(({ name }) => [
      [`${name}_seen`, 0],
      [`${name}_seen_today`, 0],
      [`${name}_built`, 0],
    ]),
  ),
  as_of: '2026-11-21T10:30:00Z',
  built_as_of: '1970-01-01T00:00:00Z',
};

const cases = readdirSync(HERE, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== MIGRATIONS)
  .flatMap(({ name }) => readdirSync(join(HERE, name)).map((each) => [name, each] as const));

const statements = readStatements();
const models = describeModels(statements);
const resources = planResources(thisMachine());
const directory = mkdtempSync(join(tmpdir(), 'hexlot-models-'));
const path = join(directory, 'warehouse.duckdb');
let instance: DuckDBInstance;
let connection: DuckDBConnection;

beforeAll(async () => {
  const file = await createWarehouseFile({ path, statements, models, resources });
  await file.duckdb.close();
  instance = await DuckDBInstance.create(path);
  connection = await instance.connect();
  await connection.run("set TimeZone = 'UTC'");
  // As the product has on a machine with two: more wait for one another, over so few rows.
  await connection.run('set threads = 1');
});
beforeEach(async () => {
  await connection.run('begin');
  return async () => {
    await connection.run('rollback');
  };
});
afterAll(() => {
  connection.closeSync();
  instance.closeSync();
  rmSync(directory, { recursive: true });
});

const read = <T>(model: string, name: string, file: string) =>
  JSON.parse(readFileSync(join(HERE, model, name, file), 'utf8')) as T;

/** Stores the rows of a mart that is not stored in a table of its name, to select from. */
function runnable(model: string, text: string): string {
  const isRead = /^(--.*\n)*with /.test(text);
  return isRead ? `create temp table ${model} as ${text}` : text;
}

/** Rows with the same columns are one statement: to plan one takes longer than to insert a row. */
async function insert(table: string, rows: Row[], defaults: Row = {}): Promise<void> {
  const all = rows.flatMap(eachOf).map((row) => ({ ...defaults, ...row }));
  const alike = Map.groupBy(all, (row) => Object.keys(row).join());
  for (const some of alike.values())
    await connection.run(
      `insert into ${table} by name
       select unnest(row)
       from (select unnest(from_json($rows, json_structure($rows::json))) as row)`,
      { rows: JSON.stringify(some) },
    );
}

function eachOf({ each = {}, ...row }: Row & { each?: Record<string, unknown[]> }): Row[] {
  return Object.entries(each).reduce<Row[]>(
    (rows, [column, values]) =>
      rows.flatMap((one) => values.map((value) => ({ ...one, [column]: value }))),
    [row],
  );
}

test.each(cases)('%s: %s', async (model, name) => {
  const { defaults, tables, values } = read<Input>(model, name, 'input.json');
  for (const [table, rows] of Object.entries(tables)) await insert(table, rows, defaults?.[table]);
  for (const statement of statementsOf(statements, models, [model])) {
    const text = statements.get(statement) ?? '';
    const named = Object.entries({ ...ANY_VALUES, ...values }).filter(([key]) =>
      new RegExp(`\\$${key}\\b`).test(text),
    );
    await connection.run(runnable(model, text), Object.fromEntries(named));
  }
  const { select, rows } = read<Expected>(model, name, 'expect.json');
  const result = await connection.runAndReadAll(select);
  expect(result.getRowObjectsJson()).toEqual(rows);
});
