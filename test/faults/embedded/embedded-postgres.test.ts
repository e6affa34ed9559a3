import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBinariesPackage, placeBinaries } from '../../../src/kit/embedded-postgres/binaries.ts';
import { startEmbeddedPostgres } from '../../../src/kit/embedded-postgres/embedded-postgres.ts';
import { findServerUser, run } from '../../../src/kit/embedded-postgres/system-user.ts';
import { untilHolds } from '../../stage/until-holds.ts';

const log = pino({ level: 'silent' });
const MODULE = new URL('../../../src/kit/embedded-postgres/embedded-postgres.ts', import.meta.url)
  .href;
const isRoot = process.getuid?.() === 0;

let home: string;
let dataDir: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'hexlot-embedded-'));
  await chmod(home, 0o711);
  // Characters that a shell, a connection string or a configuration file would interpret.
  dataDir = join(home, `data $HOME 'a' "b"`);
});

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  // Kills what a failed test has left running.
  for (const name of await readdir(home)) await kill(join(home, name, 'postgres'));
  await rm(home, { recursive: true, force: true });
});

test('a first start makes the cluster, and a second one finds its data', async () => {
  const first = await startEmbeddedPostgres({ dataDir, log, isDisposable: true });
  expect(first.startedHere).toBe(true);
  await query(first.connectionString, 'create table kept as select 42 as answer');
  await first.stop();
  await expect(query(first.connectionString, 'select 1')).rejects.toThrow();

  const second = await startEmbeddedPostgres({ dataDir, log, isDisposable: true });
  expect(await query(second.connectionString, 'select answer from kept')).toEqual([{ answer: 42 }]);
  expect(second.connectionString).toBe(first.connectionString);
  await second.stop();
});

test('the server is durable, in UTC, on loopback only and behind its password', async () => {
  const server = await startEmbeddedPostgres({ dataDir, log });
  const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums'];
  for (const name of names)
    expect(await query(server.connectionString, `show ${name}`)).toEqual([{ [name]: 'on' }]);
  const [settings] = await query(
    server.connectionString,
    `select current_setting('listen_addresses') as addresses,
       current_setting('unix_socket_directories') as sockets,
       current_setting('timezone') as timezone, current_setting('server_encoding') as encoding`,
  );
  expect(settings).toEqual({
    addresses: '127.0.0.1',
    sockets: '',
    timezone: 'UTC',
    encoding: 'UTF8',
  });
  const guess = new URL(server.connectionString);
  guess.password = 'guess';
  await expect(query(guess.href, 'select 1')).rejects.toThrow('password authentication failed');
  expect((await stat(join(dataDir, 'postgres.json'))).mode & 0o777).toBe(0o600);
  await server.stop();
});

test('a running server is found, and stays until the last process that uses it stops', async () => {
  const server = await startEmbeddedPostgres({ dataDir, log, isDisposable: true });
  const other = await startElsewhere(dataDir);
  expect(other).toMatchObject({
    startedHere: false,
    connectionString: server.connectionString,
  });

  await server.stop();
  expect(await query(server.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
  await other.stop();
  await expect(query(server.connectionString, 'select 1')).rejects.toThrow();
});

test('a process whose connections were all cut still keeps the server from ending', async () => {
  const server = await startEmbeddedPostgres({ dataDir, log, isDisposable: true });
  const others =
    "pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'";
  await query(server.connectionString, `select pg_terminate_backend(pid, 5000) from ${others}`);
  const leases = () => query(server.connectionString, `select application_name from ${others}`);
  await untilHolds(async () => expect(await leases()).toHaveLength(1));

  const other = await startElsewhere(dataDir);
  await other.stop();
  expect(await query(server.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
  await server.stop();
});

test("a terminal's Ctrl-C reaches the process that started the server, but not the server", async () => {
  const other = await startElsewhere(dataDir);
  expect(other.startedHere).toBe(true);
  await other.interrupt();

  const server = await startEmbeddedPostgres({ dataDir, log, isDisposable: true });
  expect(server.startedHere).toBe(false);
  await server.stop();
});

test('of processes that start a new cluster at once one makes it, and all can use it', async () => {
  const fresh = join(home, 'fresh');
  const servers = await Promise.all([1, 2, 3].map(() => startElsewhere(fresh)));
  expect(servers.filter(({ startedHere }) => startedHere)).toHaveLength(1);
  expect(await readdir(fresh)).toEqual(['postgres', 'postgres.json']);
  for (const { connectionString } of servers)
    expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
  await Promise.all(servers.map((server) => server.stop()));
  await expect(query(servers[0]?.connectionString ?? '', 'select 1')).rejects.toThrow();
});

test('a killed server comes back with its data, even if its process id is reused', async () => {
  const killed = await startEmbeddedPostgres({ dataDir, log });
  await query(killed.connectionString, 'create table survives as select 7 as answer');
  const lockPath = join(killed.clusterDir, 'postmaster.pid');
  const [, ...rest] = (await readFile(lockPath, 'utf8')).split('\n');
  await kill(killed.clusterDir);

  const user = await findServerUser(killed.clusterDir);
  const stranger = spawn('sleep', ['60'], {
    cwd: '/',
    ...(user && { uid: user.uid, gid: user.gid }),
  });
  children.push(stranger);
  await once(stranger, 'spawn');
  await writeFile(lockPath, [stranger.pid, ...rest].join('\n'));

  const server = await startEmbeddedPostgres({ dataDir, log });
  expect(await query(server.connectionString, 'select answer from survives')).toEqual([
    { answer: 7 },
  ]);
  await killed.stop();
  await server.stop();
  await expect(query(server.connectionString, 'select 1')).rejects.toThrow();
});

test('a server that cannot start says why, and a cluster of another version is named', async () => {
  const broken = join(home, 'broken');
  const server = await startEmbeddedPostgres({ dataDir: broken, log, isDisposable: true });
  await server.stop();
  await rm(join(server.clusterDir, 'global', 'pg_control'));
  const restart = () => startEmbeddedPostgres({ dataDir: broken, log, isDisposable: true });
  await expect(restart()).rejects.toThrow(/could not find the database system.*pg_control/s);

  await writeFile(join(server.clusterDir, 'PG_VERSION'), '17\n');
  await expect(restart()).rejects.toThrow(`${server.clusterDir} was made by PostgreSQL 17`);

  await rm(join(broken, 'postgres.json'));
  await expect(restart()).rejects.toThrow('postgres.json with its password is gone');
});

test('as root, the cluster of a data directory closed to other users is kept elsewhere', async () => {
  if (!isRoot) return console.log('needs root: only root runs PostgreSQL as another user');
  const closed = join(home, 'closed');
  await mkdir(closed, { mode: 0o700 });
  const notices: string[] = [];
  const start = () =>
    startEmbeddedPostgres({
      dataDir: join(closed, 'data'),
      log,
      onNotice: (text) => notices.push(text),
      isDisposable: true,
    });
  const first = await start();
  try {
    expect(first.clusterDir).toMatch(/^\/var\/lib\/hexlot\/[0-9a-f]{12}\/postgres$/);
    expect(notices.join()).toContain(first.clusterDir);
    await query(first.connectionString, 'create table kept as select 42 as answer');
    await first.stop();
    const second = await start();
    expect(await query(second.connectionString, 'select answer from kept')).toEqual([
      { answer: 42 },
    ]);
    await second.stop();

    await rm(join(closed, 'data'), { recursive: true });
    const third = await start();
    expect(await query(third.connectionString, `select to_regclass('kept') as found`)).toEqual([
      { found: null },
    ]);
    expect(notices.join('\n')).toMatch(/removed is kept, unused, in .*abandoned-/);
    await third.stop();
  } finally {
    await kill(first.clusterDir);
    await rm(dirname(first.clusterDir), { recursive: true, force: true });
  }
});

test('programs that cannot be used where they are installed are used from a copy', async () => {
  const user = await findServerUser(home);
  const closed = join(home, 'modules');
  const packageDir = join(closed, 'package');
  await cp(findBinariesPackage(), packageDir, { recursive: true, verbatimSymlinks: true });
  // As after an install that was not allowed to run scripts.
  await run('find', [packageDir, '-type', 'l', '-delete'], { user: undefined });
  await chmod(closed, 0o700);
  const copyParent = join(home, 'copies');
  const binaries = await placeBinaries({ packageDir, copyParent, user });
  expect(binaries.dir.startsWith(isRoot ? copyParent : packageDir)).toBe(true);
  const { output } = await run(join(binaries.dir, 'bin', 'postgres'), ['--version'], { user });
  expect(output).toMatch(/^postgres \(PostgreSQL\) 18\./);
});

test('as root, PostgreSQL has the groups of its own user only', async () => {
  if (!isRoot) return console.log('needs root: only root runs PostgreSQL as another user');
  const user = await findServerUser(home);
  const { output } = await run('id', ['-G'], { user });
  expect(output).toBe(`${user?.gid}`);
});

async function kill(clusterDir: string): Promise<void> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '');
  if (text !== '') process.kill(Number.parseInt(text, 10), 'SIGKILL');
}

async function query(connectionString: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

type Elsewhere = {
  connectionString: string;
  startedHere: boolean;
  stop(): Promise<void>;
  interrupt(): Promise<void>;
};

/**
 * Starts another process that starts the cluster, as its terminal's foreground group, and waits.
 */
async function startElsewhere(dir: string): Promise<Elsewhere> {
  const script = `
    import { pino } from 'pino';
    import { startEmbeddedPostgres } from '${MODULE}';
    const server = await startEmbeddedPostgres({
      dataDir: process.argv[1], log: pino({ level: 'silent' }), isDisposable: true });
    console.log(JSON.stringify(server));
    process.stdin.on('end', () => server.stop()).resume();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dir], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const ended = once(child, 'exit');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const { value } = await lines.next();
  const { connectionString, startedHere } = JSON.parse(String(value));
  return {
    connectionString,
    startedHere,
    async stop() {
      child.stdin.end();
      await ended;
    },
    async interrupt() {
      process.kill(-Number(child.pid), 'SIGINT');
      await ended;
    },
  };
}
