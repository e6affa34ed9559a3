import pg from 'pg';
import type { Logger } from 'pino';
import { connectAlone, type ListenHandlers, listen, tryLock } from './own-connection.ts';
import { bind, loadQuery } from './sql.ts';

/** Something that runs a named statement: the pool, or one connection inside a transaction. */
export type Querier = {
  /** Runs `sql/postgres/queries/<name>.sql` with a value for each parameter that it names. */
  query<Row extends object>(name: string, values?: Record<string, unknown>): Promise<Row[]>;
};

export type Postgres = Querier & {
  /** Runs `work` inside one transaction; any error rolls all of it back. */
  transaction<T>(work: (connection: Querier) => Promise<T>): Promise<T>;
  /** Runs a statement whose rows come as arrays of text, as the wire has them: for bulk reading. */
  readTexts(name: string, values: Record<string, unknown>): Promise<(string | null)[][]>;
  /** A connection of its own that calls `onNotice` for each NOTIFY; ends with `close`. */
  listen(channel: string, handlers: ListenHandlers): Promise<{ close(): Promise<void> }>;
  /**
   * Takes a session-wide advisory lock if it is free; undefined when another holds it. `onEnd` is
   * called when the lock is over: released, or lost with its connection.
   */
  tryLock(lock: number, onEnd?: () => void): Promise<{ release(): Promise<void> } | undefined>;
  connectionString: string;
  /** Returns once what is under way is done. */
  close(): Promise<void>;
  /** Closes at once: what is under way fails, and its transactions are rolled back. */
  abandon(): Promise<void>;
};

/** The database's clock now, to the millisecond: it decides what has begun and what has run out. */
export async function readClock(db: Querier): Promise<Date> {
  const [row] = await db.query<{ now: Date }>('clock_read');
  if (row === undefined) throw new Error('the database did not tell the time');
  return row.now;
}

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 600_000;

// Integers are returned as numbers, and one that a number cannot hold throws; an H3 cell
// is therefore selected as text.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer ${text} is too large`);
  return value;
});

const AS_TEXT: pg.CustomTypesConfig = { getTypeParser: () => (value: string) => value };

/**
 * Opens a pool on `connectionString`. Prepared statements are kept per connection under the
 * statement's own name. Errors of idle connections are logged, never thrown.
 */
export function openPostgres(options: {
  connectionString: string;
  poolSize: number;
  name: string;
  log: Logger;
  statementTimeoutMs?: number;
}): Postgres {
  const settings = {
    // Compiling a plan takes longer than any statement of ours takes to run.
    options: '-c timezone=UTC -c jit=off',
    connectionString: options.connectionString,
    application_name: `hexlot ${options.name}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
  };
  const pool = new pg.Pool({ ...settings, max: options.poolSize });
  pool.on('error', (error) => options.log.warn({ err: error }, 'idle database connection lost'));
  const clients = new Set<pg.Client>();
  pool.on('connect', (client) => clients.add(client));
  pool.on('remove', (client) => clients.delete(client));
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= pool.end();
    return closing;
  };

  return {
    connectionString: options.connectionString,
    query: (name, values) => connected(pool, (client) => runStatement(client, name, values)),
    transaction: (work) => connected(pool, (client, giveUp) => transact(client, giveUp, work)),
    readTexts: (name, values) => connected(pool, (client) => readTexts(client, name, values)),
    listen: async (...what) => listen(await connectAlone(settings, options.log), ...what),
    tryLock: async (...what) => tryLock(await connectAlone(settings, options.log), ...what),
    close,
    async abandon() {
      void close();
      await Promise.all([...clients].map((client) => client.end()));
    },
  };
}

type GiveUp = (error: Error) => void;

/**
 * Works on a connection of the pool. One that is lost is given up; one on which a statement was
 * refused is as good as before, and keeps what it has prepared.
 */
async function connected<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient, giveUp: GiveUp) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const giveUp = (error: Error) => {
    broken = error;
  };
  // A connection that is lost says so here as well; unheard, that would end the process.
  client.on('error', giveUp);
  try {
    return await work(client, giveUp);
  } catch (error) {
    // The server says this with its last words.
    if (error instanceof pg.DatabaseError && error.severity === 'FATAL') giveUp(error);
    throw error;
  } finally {
    client.off('error', giveUp);
    client.release(broken);
  }
}

async function transact<T>(
  client: pg.PoolClient,
  giveUp: GiveUp,
  work: (connection: Querier) => Promise<T>,
): Promise<T> {
  await client.query('begin');
  try {
    const result = await work({ query: (name, values) => runStatement(client, name, values) });
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(giveUp);
    throw error;
  }
}

async function readTexts(
  client: pg.PoolClient,
  name: string,
  values: Record<string, unknown>,
): Promise<(string | null)[][]> {
  const query = loadQuery(name);
  const { rows } = await client.query<(string | null)[]>({
    name,
    text: query.text,
    values: bind(query, values),
    rowMode: 'array',
    types: AS_TEXT,
  });
  return rows;
}

/** The SQLSTATE and the constraint of a database error; undefined for anything else. */
export function databaseError(
  error: unknown,
): { code: string; constraint: string | undefined } | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return undefined;
  return { code: error.code, constraint: error.constraint };
}

async function runStatement<Row extends object>(
  client: pg.PoolClient,
  name: string,
  values: Record<string, unknown> = {},
): Promise<Row[]> {
  const statement = loadQuery(name);
  const { rows } = await client.query<Row>({
    name,
    text: statement.text,
    values: bind(statement, values),
  });
  return rows;
}
