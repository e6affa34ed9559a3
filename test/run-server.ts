import { once } from 'node:events';
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '../src/kit/embedded-postgres/embedded-postgres.ts';
import { type DatabaseRole, separateRoles } from '../src/stores/migrations/database-roles.ts';
import { migrate } from '../src/stores/migrations/migrate.ts';
import { keepTestKey } from './plates.ts';

const TEMPLATE = 'hexlot_template';
/** A file system in memory, as most Linux systems have it. */
const IN_MEMORY = '/dev/shm';
/** The log of a server, and the databases of as many test files as run at once. */
const ROOM_BYTES_MIN = 4 * 2 ** 30;

// A process of its own that ends when its input does: so the server and its files are removed
// however the run ends, even by Ctrl-C or `kill -9`.
const home = await mkdtemp(join(await findRoom(), 'hexlot-test-'));
try {
  // Temporary directories are closed to other users, but PostgreSQL's user must enter this one.
  await chmod(home, 0o711);
  const server = await startEmbeddedPostgres({
    dataDir: join(home, 'data'),
    log: pino({ level: 'silent' }),
    isDisposable: true,
    environment: clockOf(process.env),
  });
  try {
    const roles = await makeTemplate(server.connectionString);
    console.log(JSON.stringify({ owner: server.connectionString, ...roles }));
    await once(process.stdin.resume(), 'end');
  } finally {
    await server.stop();
    await rm(dirname(server.clusterDir), { recursive: true, force: true });
  }
} finally {
  await rm(home, { recursive: true, force: true });
}

/** The variables that move the clock: see `clocks/run.ts`. */
function clockOf({ LD_PRELOAD, DATEFUDGE }: NodeJS.ProcessEnv): Record<string, string> {
  return LD_PRELOAD && DATEFUDGE ? { LD_PRELOAD, DATEFUDGE } : {};
}

/**
 * A directory in memory where there is enough of it, because every test file has a database of its
 * own, of some five hundred files: some disks take half a second to make them, a fifth of the run.
 */
async function findRoom(): Promise<string> {
  const inMemory = await statfs(IN_MEMORY).catch(() => undefined);
  const roomBytes = inMemory === undefined ? 0 : inMemory.bavail * inMemory.bsize;
  return roomBytes >= ROOM_BYTES_MIN ? IN_MEMORY : tmpdir();
}

/** Returns how the API and the pipelines reach the template and, with another name, every clone. */
async function makeTemplate(connectionString: string): Promise<Record<DatabaseRole, string>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(`create database ${TEMPLATE}`);
    const template = new URL(connectionString);
    template.pathname = TEMPLATE;
    await migrate(template.href);
    await keepKey(template.href);
    const { addresses } = await separateRoles(template.href);
    // A template can only be cloned while there is no connection to it.
    await client.query(`alter database ${TEMPLATE} is_template true allow_connections false`);
    return addresses;
  } finally {
    await client.end();
  }
}

async function keepKey(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await keepTestKey((text, values) => client.query(text, values));
  await client.end();
}
