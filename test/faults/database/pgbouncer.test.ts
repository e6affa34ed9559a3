import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findPort } from '../../../src/kit/embedded-postgres/loopback-port.ts';
import { checkSession } from '../../../src/stores/check-session.ts';
import { missingProgram } from '../../found-program.ts';
import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';

// Fault 30, with the pool that most installs use: Debian's package pgbouncer.

/** PgBouncer does not run as root; this user may do nothing. */
const NOBODY = 65_534;
const SETTINGS = 'ignore_startup_parameters = options,statement_timeout';
const POLL = { interval: 20, timeout: 10_000 };

const missing = missingProgram([['pgbouncer', '--version']]);
let database: TestDatabase;
let home: string;
let running: ChildProcess | undefined;

beforeAll(async () => {
  database = await openTestDatabase();
  home = await mkdtemp(join(tmpdir(), 'hexlot-pgbouncer-'));
  await chmod(home, 0o755);
});
afterEach(() => void running?.kill('SIGKILL'));
afterAll(async () => {
  await database.drop();
  await rm(home, { recursive: true, force: true });
});

/** Resolves with its address once it lets callers in. */
async function startPgBouncer(settings: string): Promise<string> {
  const { hostname, port, username, password, pathname } = new URL(database.connectionString);
  const own = await findPort(0);
  const login = `user=${username} password=${password} dbname=${pathname.slice(1)}`;
  const server = `host=${hostname} port=${port} ${login}`;
  const path = join(home, 'pgbouncer.ini');
  await writeFile(
    path,
    `[databases]
pooled = ${server} connect_query='set statement_timeout = 599999'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
${settings}
`,
  );
  const isRoot = process.getuid?.() === 0;
  running = spawn('pgbouncer', [path], {
    stdio: 'ignore',
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  });
  const connectionString = `postgres://${username}@127.0.0.1:${own}/pooled`;
  const answers = async () => {
    const client = new pg.Client({ connectionString });
    client.on('error', () => undefined);
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  };
  await expect.poll(answers, POLL).toBe(true);
  return connectionString;
}

test.for([
  {
    what: 'in transaction mode',
    settings: `pool_mode = transaction\n${SETTINGS}`,
    line: 'in transaction mode',
  },
  {
    what: 'in transaction mode with one connection',
    settings: `pool_mode = transaction\ndefault_pool_size = 1\n${SETTINGS}`,
    line: 'in transaction mode',
  },
  {
    what: 'in statement mode that takes turns',
    settings: `pool_mode = statement\nserver_round_robin = 1\n${SETTINGS}`,
    line: 'in transaction mode',
  },
  { what: 'with its defaults', settings: 'pool_mode = session', line: 'which refuses settings' },
])('PgBouncer $what is refused', async ({ settings, line }, { skip }) => {
  if (missing !== undefined) skip(missing);
  const address = await startPgBouncer(settings);
  await expect(checkSession(address)).rejects.toThrow(line);
});
