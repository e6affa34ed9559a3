import pg from 'pg';
import type { Logger } from 'pino';
import { type ListenHandlers, listen, tryLock } from './own-connection.ts';
import { isGivenPlate, mayHavePlate, type PlateSeal } from './plates/plate-seal.ts';
import { connected, type GiveUp, isUnanswered, openPool } from './pooled-connection.ts';
import { toRows } from './row-names.ts';
import { bind, loadQuery, type Query } from './sql.ts';

/** Something that runs a named statement: the pool, or one connection in a transaction. */
export type Querier = {
  /**
   * Runs `sql/postgres/queries/<name>.sql` with a value for each of its parameters. Both the values
   * and the rows that it returns are named in camelCase: `lotId` for `:lot_id` and for a column
   * `lot_id`. Plates are plain on this side and sealed on the other.
   */
  query<Row extends object>(name: string, values?: Record<string, unknown>): Promise<Row[]>;
};

export type Postgres = Querier & {
  /**
   * Runs `work` inside one transaction; any error rolls all of it back. `work` changes nothing but
   * the database: it is done again where its statements were prepared before a migration.
   */
  transaction<T>(work: (connection: Querier) => Promise<T>): Promise<T>;
  /** Returns rows as arrays of text, without conversion: for reading in bulk. */
  readTexts(name: string, values: Record<string, unknown>): Promise<(string | null)[][]>;
  /** Opens a connection that calls `onNotice` for each NOTIFY, until `close`. */
  listen(channel: string, handlers: ListenHandlers): Promise<{ close(): Promise<void> }>;
  /**
   * Takes a session-wide advisory lock if it is free; undefined when another process has it:
   * `onHeld` gets its holders. `onEnd` is called when the lock ends: released, or lost with its
   * connection.
   */
  tryLock(
    lock: number,
    on?: { onEnd?: () => void; onHeld?: (holders: string) => void },
  ): Promise<{ release(): Promise<void> } | undefined>;
  connectionString: string;
  /** What seals and opens plates here; undefined: only statements without plates are run. */
  plates: PlateSeal | undefined;
  /** Resolves once all running work is done. */
  close(): Promise<void>;
  /** Closes at once: running work fails, and its transactions are rolled back. */
  abandon(): Promise<void>;
};

/** The database's clock now, to the millisecond: it decides what has begun and what has expired. */
export async function readClock(db: Querier): Promise<Date> {
  const [row] = await db.query<{ now: Date }>('clock_read');
  if (row === undefined) throw new Error('the database returned no time');
  return row.now;
}

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 600_000;
/** A server that did not end a statement in time by itself has this long to say so. */
const ANSWER_GRACE_MS = 1_000;

// Integers are returned as numbers. A larger one throws, so H3 cells are selected as text.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer ${text} is too large`);
  return value;
});

const AS_TEXT: pg.CustomTypesConfig = { getTypeParser: () => (value: string) => value };

/** What all connections are set to. */
export const SESSION = {
  timezone: 'UTC',
  // Compiling a plan takes longer than running any of our statements.
  jit: 'off',
  // A statement that needs several processors to be fast would take them from all others.
  max_parallel_workers_per_gather: '0',
} as const;

/**
 * Opens a pool on `connectionString`. Errors of idle connections are logged, never thrown. A
 * statement is planned with its values each time, so that its plan fits them and the size of the
 * tables; one that keeps its plan stays prepared on each connection.
 */
export function openPostgres(options: {
  connectionString: string;
  poolSize: number;
  name: string;
  log: Logger;
  /** undefined: a statement with a plate is refused, and rows keep theirs sealed. */
  plates?: PlateSeal | undefined;
  statementTimeoutMs?: number;
  /** Of PostgreSQL, for these connections, such as `synchronous_commit`. */
  parameters?: Readonly<Record<string, string>>;
}): Postgres {
  const parameters = { ...SESSION, ...options.parameters };
  const { plates, statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options;
  const set = Object.entries(parameters).map(([name, value]) => `-c ${name}=${value}`);
  const settings = {
    options: set.join(' '),
    connectionString: options.connectionString,
    application_name: `hexlot ${options.name}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + ANSWER_GRACE_MS,
  };
  const { pool, clients } = openPool({ ...settings, max: options.poolSize }, options.log);
  const alone = { settings, log: options.log };
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= pool.end();
    return closing;
  };

  return {
    connectionString: options.connectionString,
    plates,
    query: (name, values) =>
      connected(pool, (client) => runStatement({ client, plates }, name, values)),
    transaction: (work) =>
      connected(pool, (client, giveUp) => transact({ client, plates }, giveUp, work)),
    readTexts: (name, values) => connected(pool, (client) => readTexts(client, name, values)),
    listen: (...what) => listen(alone, ...what),
    tryLock: (...what) => tryLock(alone, ...what),
    close,
    async abandon() {
      void close();
      await Promise.all([...clients].map((client) => client.end()));
    },
  };
}

type Connection = { client: pg.PoolClient; plates: PlateSeal | undefined };

async function transact<T>(
  connection: Connection,
  giveUp: GiveUp,
  work: (connection: Querier) => Promise<T>,
): Promise<T> {
  const { client } = connection;
  await client.query('begin');
  try {
    const result = await work({ query: (name, values) => runStatement(connection, name, values) });
    await client.query('commit');
    return result;
  } catch (error) {
    // A connection that does not answer is discarded, and its transaction with it.
    if (!isUnanswered(error)) await client.query('rollback').catch(giveUp);
    throw error;
  }
}

async function readTexts(
  client: pg.PoolClient,
  name: string,
  values: Record<string, unknown>,
): Promise<(string | null)[][]> {
  const { rows } = await client.query<(string | null)[]>({
    ...toStatement(loadQuery(name), values),
    rowMode: 'array',
    types: AS_TEXT,
  });
  return rows;
}

async function runStatement<Row extends object>(
  { client, plates }: Connection,
  name: string,
  values: Record<string, unknown> = {},
): Promise<Row[]> {
  const query = loadQuery(name);
  const sealed = plates?.sealValues(query.names, values) ?? withoutPlates(name, values);
  const { fields, rows } = await client.query<unknown[]>({
    ...toStatement(query, sealed),
    rowMode: 'array',
  });
  const columns = fields.map(({ name }) => name);
  const read = toRows<Row & Record<string, unknown>>(columns, rows);
  if (plates !== undefined && mayHavePlate(columns)) for (const row of read) plates.openRow(row);
  return read;
}

function withoutPlates(name: string, values: Record<string, unknown>): Record<string, unknown> {
  if (!isGivenPlate(values)) return values;
  throw new Error(`${name} needs a plate, and this process has no key to seal it`);
}

/** Without a name nothing is kept of a statement: neither is its plan. */
export function toStatement(query: Query, values: Record<string, unknown>): pg.QueryConfig {
  const statement = { text: query.text, values: bind(query, values) };
  return query.keepsPlan ? { name: query.name, ...statement } : statement;
}
