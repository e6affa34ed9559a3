import pg from 'pg';

const CONNECT_TIMEOUT_MS = 10_000;
/** Nothing else has this setting, so a connection that has it got it from here. */
const STATEMENT_TIMEOUT_MS = 599_999;
/** A pool that is busy may give two connections the same process only at times. */
const ROUNDS = 5;
/** SQLSTATE of a pool that does not know a setting of a connection. */
const PROTOCOL_VIOLATION = '08P01';

/**
 * Throws when a connection is not a session of its own: behind a pool in transaction mode, locks
 * are never given back, notices are lost and settings are those of others. Such a pool lends the
 * process of one connection to another as soon as it is idle, and one connection different
 * processes; PostgreSQL does neither.
 */
export async function checkSession(connectionString: string): Promise<void> {
  const [first, second] = [newClient(connectionString), newClient(connectionString)];
  try {
    await Promise.all([first.connect(), second.connect()]).catch(explain);
    const firstPid = await readPid(first);
    const secondPid = await readPid(second);
    for (let round = 0; round < ROUNDS; round++)
      if (
        firstPid === secondPid ||
        (await readPid(first)) !== firstPid ||
        (await readPid(second)) !== secondPid
      )
        throw refusal('in transaction mode', 'loses locks and notices');
  } finally {
    await Promise.all([first.end(), second.end()]);
  }
}

function newClient(connectionString: string): pg.Client {
  const client = new pg.Client({
    connectionString,
    application_name: 'hexlot check',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    options: '-c timezone=UTC',
  });
  client.on('error', () => undefined);
  return client;
}

function explain(error: unknown): never {
  if (error instanceof pg.DatabaseError && error.code === PROTOCOL_VIOLATION)
    throw refusal('of some kind', 'refuses settings', error);
  throw error;
}

function refusal(kind: string, what: string, cause?: unknown): Error {
  return new Error(
    `a connection pool ${kind} answers there, which ${what}: give the address of PostgreSQL itself`,
    { cause },
  );
}

async function readPid(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number; timeout: string }>(
    `select pg_backend_pid() as pid, setting as timeout
     from pg_settings where name = 'statement_timeout'`,
  );
  if (rows[0]?.timeout !== String(STATEMENT_TIMEOUT_MS))
    throw refusal('of some kind', 'drops settings');
  return rows[0].pid;
}
