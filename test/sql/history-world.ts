import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { describeModels } from '../../src/stores/warehouse/duckdb/models/models.ts';
import { readStatements } from '../../src/stores/warehouse/duckdb/models/statements.ts';
import { createWarehouseFile } from '../../src/stores/warehouse/duckdb/warehouse-file.ts';
import { planResources, thisMachine } from '../../src/stores/warehouse/plan-resources.ts';
import { SOURCES } from '../../src/stores/warehouse/sources.ts';
import { statementsOf } from './statements-of.ts';

const statements = readStatements();
const models = describeModels(statements);
const resources = planResources(thisMachine());
const ofHistories = statementsOf(statements, models, ['area_history', 'search_history']);

/** A statement that could be cut is run as one part. */
const WHOLE = { part: 0, parts: 1 };

export type HistoryRow = Record<string, unknown> & {
  month: string;
  occupied_pcts: (number | null)[];
  stay_counts: (string | null)[];
  told_days: (number | null)[];
  space_counts: (string | null)[];
  cell: string;
  since_on: string;
  currency: string | null;
  paid_pcts: (number | null)[];
  list_minors: (string | null)[];
};

/** A warehouse of facts and rollups that a test writes, whose marts are built by hand. */
export async function openHistoryWorld() {
  const directory = mkdtempSync(join(tmpdir(), 'hexlot-history-'));
  const path = join(directory, 'warehouse.duckdb');
  const file = await createWarehouseFile({ path, statements, models, resources });
  await file.duckdb.close();
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run("set TimeZone = 'UTC'");
  let buildNumber = 0;
  let before = '1970-01-01T00:00:00Z';
  const built: Record<string, number> = {};

  async function run(name: string, values: Record<string, string | number>): Promise<void> {
    const text = statements.get(name) ?? '';
    const named = Object.entries(values).filter(([key]) => new RegExp(`\\$${key}\\b`).test(text));
    try {
      await connection.run(text, Object.fromEntries(named));
    } catch (cause) {
      throw new Error(`${name} failed: ${cause}`, { cause });
    }
  }

  const forget = () => {
    before = '1970-01-01T00:00:00Z';
    for (const { name } of SOURCES) built[name] = 0;
  };

  /** Builds both histories; `batches` are those that are there by then. */
  async function build(asOf: string, batches = 1): Promise<void> {
    buildNumber += 1;
    const seen = Object.fromEntries(
      SOURCES.flatMap(({ name }) => [
        [`${name}_seen`, 0],
        [`${name}_seen_today`, 0],
        [`${name}_built`, built[name] ?? 0],
      ]),
    );
    const values = { ...seen, ...WHOLE, build: buildNumber, as_of: asOf, built_as_of: before };
    for (const statement of ofHistories) await run(statement, values);
    before = asOf;
    for (const { name } of SOURCES) built[name] = batches;
  }

  return {
    sql: (text: string) => connection.run(text),
    rows: async <T = HistoryRow>(text: string) =>
      (await connection.runAndReadAll(text)).getRowObjectsJson() as T[],
    /** Empties all tables of the world. */
    async empty(): Promise<void> {
      for (const { name } of await tables(connection))
        if (!/^(watermarks|relations|warehouse_state)$/.test(name))
          await connection.run(`delete from ${name}`);
      forget();
    },
    build,
    /** Builds both histories from nothing. */
    async rebuild(asOf: string, batches = 1): Promise<void> {
      for (const mart of models.contents.marts) await connection.run(`delete from ${mart}`);
      forget();
      await build(asOf, batches);
    },
    check: async (name: string) => {
      const text = statements.get(models.pathOf(name)) ?? '';
      return (await connection.runAndReadAll(text)).getRowObjectsJson();
    },
    close(): void {
      connection.closeSync();
      instance.closeSync();
      rmSync(directory, { recursive: true });
    },
  };
}

export type HistoryWorld = Awaited<ReturnType<typeof openHistoryWorld>>;

async function tables(connection: DuckDBConnection) {
  const found = await connection.runAndReadAll(
    'select table_name as name from duckdb_tables() where not temporary',
  );
  return found.getRowObjectsJson() as { name: string }[];
}
