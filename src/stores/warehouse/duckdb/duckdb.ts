import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { oneAtATime } from '../../../kit/pool/one-at-a-time.ts';
import { snakeCase, toRows } from '../../row-names.ts';
import type { Resources } from '../plan-resources.ts';
import type { TextRow } from '../warehouse.ts';
import { type KnownState, knowState } from './known-state.ts';
import type { Statements } from './models/statements.ts';
import { createSessionResources, type SessionResources } from './session-resources.ts';
import { appendRows } from './values/append-rows.ts';
import { type Cell, forEachRow } from './values/cells.ts';

/** Values by parameter name. They must have every parameter of a statement; others are ignored. */
export type Values = Record<string, string | number | null>;

export type Kind = 'table' | 'view' | 'macro';

/** Access to the file during which nothing else uses it. `path` names a statement. */
export type DuckDBSession = Session & KnownState;

type Session = SessionResources & {
  /**
   * How much memory a statement needs about, in KiB, as its comment `-- memory_kib: …` computes it;
   * undefined for one without: it cannot be run in parts.
   */
  memoryNeeded(path: string, values: Values): Promise<number | undefined>;
  /** Runs a statement, on the table that it calls "$table"; returns how many rows it changed. */
  run(path: string, values?: Values, table?: string): Promise<number>;
  /** Adds to the temporary table that the statement creates. */
  runOn(path: string, values: Values): Promise<number>;
  query<Row extends object>(path: string, values?: Values): Promise<Row[]>;
  /** Passes the first column of a result on in parts of up to 4,096 rows; awaits each call. */
  stream(path: string, values: Values, onPart: (part: string[]) => Promise<void>): Promise<void>;
  /** Calls `onRow` with each row: its columns in order, a list of numbers as an array. */
  each(path: string, values: Values, onRow: (row: readonly Cell[]) => void): Promise<void>;
  /** Removes the table, view or macro of this name, if there is one. */
  drop(kind: Kind, name: string): Promise<void>;
  /** Whether a table has a row. */
  hasRows(name: string): Promise<boolean>;
  /** Removes all rows of a temporary table, with the memory that they took. */
  empty(name: string): Promise<void>;
  /** Appends rows to a table whose first column is the batch number; parses the other columns. */
  append(table: string, batch: number, rows: readonly TextRow[]): Promise<void>;
};

export type DuckDB = {
  /** Calls run one after another on one connection; each already uses all threads of DuckDB. */
  alone<T>(work: (session: DuckDBSession) => Promise<T>): Promise<T>;
  /** The same inside one transaction. Any error rolls back all of it. */
  transaction<T>(work: (session: DuckDBSession) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

const MEMORY_NEEDED = /^-- memory_kib: (.+)$/m;
const KIND_OF_ERROR = /^[\w ]+ Error\b/;
const CREATE_TEMPORARY = /create or replace temp table (\w+) as/;
const ROWS_PER_PART = 2_048;
/**
 * Freed memory goes back to the system soon: by default some hundred MB of it stay with the process
 * (https://duckdb.org/docs/stable/configuration/overview).
 */
const GIVE_BACK_MEMORY = {
  allocator_background_threads: 'true',
  allocator_flush_threshold: '32MB',
  allocator_bulk_deallocation_flush_threshold: '64MB',
};
/**
 * The log is merged into the file at this size, also in the midst of a drain. With the default,
 * 16 MB, a drain takes twice as long.
 */
const CHECKPOINT_AFTER = '256MB';

/**
 * An ASOF join whose left side is expected to have fewer rows compares all with all. Expectations
 * are often wrong: of a million stays it took a hundred times as long.
 */
const ASOF_LOOP_ROWS_MAX = 0;

/** Opens or creates the file. Throws DuckDB's error when another process has it open. */
export async function openDuckDB(
  path: string,
  statements: Statements,
  { threads, memoryMib }: Resources,
): Promise<DuckDB> {
  const instance = await DuckDBInstance.create(path, {
    threads: String(threads),
    memory_limit: `${memoryMib}MiB`,
    checkpoint_threshold: CHECKPOINT_AFTER,
    ...GIVE_BACK_MEMORY,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  await connection.run("set TimeZone = 'UTC'");
  await connection.run(`set asof_loop_join_threshold = ${ASOF_LOOP_ROWS_MAX}`);
  const session = knowState(createSession(connection, statements, { threads, memoryMib }));
  const inTurn = oneAtATime();
  let isOpen = true;
  return {
    alone: (work) => inTurn(() => work(session)),
    transaction: (work) =>
      inTurn(async () => {
        await connection.run('begin');
        try {
          const result = await work(session);
          await connection.run('commit');
          return result;
        } catch (error) {
          // After a fatal error there is nothing left to roll back.
          await connection.run('rollback').catch(() => undefined);
          session.forgetKnown();
          throw error;
        }
      }),
    close: () =>
      inTurn(async () => {
        if (!isOpen) return;
        isOpen = false;
        connection.closeSync();
        instance.closeSync();
      }),
  };
}

function createSession(
  connection: DuckDBConnection,
  statements: Statements,
  resources: Resources,
): Session {
  function textOf(path: string): string {
    const text = statements.get(path);
    if (text === undefined) throw new Error(`there is no statement ${path}`);
    return text;
  }

  const runText = (path: string, text: string, values?: Values) =>
    naming(path, async () => (await connection.run(text, namedIn(text, values))).rowsChanged);

  return {
    ...createSessionResources(connection, resources),
    async memoryNeeded(path, values) {
      const [, kib] = MEMORY_NEEDED.exec(textOf(path)) ?? [];
      if (kib === undefined) return undefined;
      const text = `select (${kib})::double as kib`;
      const result = await connection.run(text, namedIn(text, values));
      return Number((await result.getRowObjectsJS())[0]?.kib);
    },
    run: (path, values, table = '') =>
      runText(path, textOf(path).replaceAll('"$table"', `"${table}"`), values),
    runOn: (path, values) =>
      runText(path, textOf(path).replace(CREATE_TEMPORARY, 'insert into $1'), values),
    query: <Row extends object>(path: string, values?: Values) =>
      naming(path, async () => {
        const text = textOf(path);
        const result = await connection.run(text, namedIn(text, values));
        return toRows<Row>(result.columnNames(), await result.getRowsJS());
      }),
    stream: (path, values, onPart) =>
      naming(path, async () => {
        const text = textOf(path);
        const result = await connection.stream(text, namedIn(text, values));
        let part: string[] = [];
        for await (const chunk of result) {
          part.push(...chunk.getColumnValues(0).map(String));
          // A chunk has few rows where the condition holds for few of those read.
          if (part.length < ROWS_PER_PART) continue;
          await onPart(part);
          part = [];
        }
        if (part.length > 0) await onPart(part);
      }),
    each: (path, values, onRow) =>
      naming(path, async () => {
        const text = textOf(path);
        const result = await connection.stream(text, namedIn(text, values));
        for await (const chunk of result) forEachRow(chunk, onRow);
      }),
    async drop(kind, name) {
      await connection.run(`drop ${kind} if exists "${name}"`);
    },
    async hasRows(name) {
      const result = await connection.run(`from "${name}" limit 1`);
      return (await result.getRows()).length > 0;
    },
    async empty(name) {
      await connection.run(`create or replace temp table "${name}" as from "${name}" limit 0`);
    },
    append: (table, batch, rows) => appendRows(connection, table, batch, rows),
  };
}

/** An error of DuckDB begins with its kind; then says in which statement. */
async function naming<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error)
      error.message = error.message.replace(KIND_OF_ERROR, `$& in sql/warehouse/${path}.sql`);
    throw error;
  }
}

function namedIn(text: string, values: Values = {}): Values {
  const named = Object.entries(values).map(([name, value]) => [snakeCase(name), value] as const);
  return Object.fromEntries(named.filter(([name]) => new RegExp(`\\$${name}\\b`).test(text)));
}
