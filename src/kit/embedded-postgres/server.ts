import { readdir, readFile, readlink, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '../clock.ts';
import type { Cluster } from './cluster.ts';
import { run } from './system-user.ts';

/** Replaying the log of a crashed server may take minutes. */
const START_SECONDS_MAX = 600;
/** A server that ends every session in order may write for a while before it ends itself. */
const ORDERLY_STOP_MS_MAX = 20_000;
const STOP_MS_MAX = 60_000;
const STOP_POLL_MS = 20;
const LOG_TAIL_LINES = 20;
type StopMode = 'fast' | 'immediate';

const SHELL_SAFE = /^[\w./ -]+$/;
/** Larger than any process id that a system assigns. */
const NO_PROCESS_ID = 2_147_483_647;
/** The server's output before its own log is open. */
const START_LOG = 'start.log';

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  cluster_name: 'hexlot',
  max_connections: '100',
  shared_buffers: '256MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // One file per weekday, overwritten a week later.
  logging_collector: 'on',
  log_filename: '%a.log',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_truncate_on_rotation: 'on',
  // Leaves out details that quote a row's values, which may include a plate.
  log_error_verbosity: 'terse',
  // Refused statements are normal, and their log entries would quote values; the caller gets the
  // error.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };
const DISPOSABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Limit of each log file of the server: one per weekday, and its output while it starts. */
const LOG_BYTES_MAX = 4 * 2 ** 20;

/**
 * Starts the server on the loopback `port`, in a session of its own, and waits until it answers.
 * Returns undefined, or its output when it did not start. The cluster's signal ends it, even while
 * it replays the log of a crash.
 */
export async function startServer(cluster: Cluster, port: number): Promise<string | undefined> {
  const settings = { ...SETTINGS, ...(cluster.isDisposable ? DISPOSABLE : DURABLE) };
  const assignments = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  await rm(join(cluster.dir, START_LOG), { force: true });
  const starting = control(cluster, [
    ...['start', '-w', '-t', `${START_SECONDS_MAX}`, '-l', START_LOG],
    ...['-o', `-p ${port} ${assignments.join(' ')}`],
  ]);
  const { succeeded, output } = await endedBySignal(cluster, starting);
  return succeeded ? undefined : `${output}\n${await readLogTail(cluster)}`;
}

/**
 * Ends every session of the server, then the server. One that does not end because a process of it
 * does not react is ended at once, as by a crash: nothing is lost, and its next start replays its
 * log. Throws when it does not end even so.
 */
export async function stopServer(cluster: Cluster): Promise<void> {
  const [processId] = await readLockFile(cluster);
  const begunAt = monotonicMs();
  let mode: StopMode = 'fast';
  let { output } = await askToStop(cluster, mode);
  // Not left to pg_ctl, which would wait for the next server to end if one is started quickly.
  while (processId !== undefined && processId === (await readLockFile(cluster))[0]) {
    const waitedMs = monotonicMs() - begunAt;
    if (waitedMs > STOP_MS_MAX)
      throw new Error(
        `PostgreSQL in ${cluster.dir} did not stop: ${output}\n${await readLogTail(cluster)}`,
      );
    if (mode === 'fast' && waitedMs > ORDERLY_STOP_MS_MAX) {
      mode = 'immediate';
      ({ output } = await askToStop(cluster, mode));
    }
    await sleep(STOP_POLL_MS);
  }
}

/** Port of the server that runs, or that crashed; undefined when the last one ended in order. */
export async function readServerPort(cluster: Cluster): Promise<number | undefined> {
  const [, , , port] = await readLockFile(cluster);
  return port === undefined || port === '' ? undefined : Number(port);
}

/** Whether a server runs, is being started, or died without removing its lock file. */
export async function hasLockFile(cluster: Cluster): Promise<boolean> {
  return (await stat(lockFile(cluster)).catch(() => undefined)) !== undefined;
}

/**
 * PostgreSQL does not start while the process id that a crashed server left behind exists. After a
 * restart of the machine or container, that id may belong to another program; in a container
 * without an init process it remains as a zombie. This puts an impossible id in its place. The rest
 * of the lock file still keeps a second server away from what the first one's sessions hold.
 */
export async function disownProcessId(cluster: Cluster): Promise<void> {
  const [processId, ...rest] = await readLockFile(cluster);
  // If these cannot be read, PostgreSQL decides alone.
  const state = await readFile(`/proc/${processId}/stat`, 'utf8').catch(() => '');
  const workingDir = await readlink(`/proc/${processId}/cwd`).catch(() => cluster.dir);
  // A server's working directory is its cluster's folder.
  if (!/\) Z /.test(state) && workingDir === cluster.dir) return;
  const text = [NO_PROCESS_ID, ...rest].join('\n');
  // Another process may have started the server meanwhile.
  if ((await readLockFile(cluster))[0] !== processId) return;
  // Longer than the text it replaces; a file that was removed meanwhile stays removed.
  await writeFile(lockFile(cluster), text, { flag: 'r+' }).catch(() => undefined);
}

/** The end of the server's logs, for error messages. */
export async function readLogTail(cluster: Cluster): Promise<string> {
  const current = await readFile(join(cluster.dir, 'current_logfiles'), 'utf8').catch(() => '');
  const [, serverLog] = current.trim().split(' ');
  const tails: string[] = [];
  for (const name of [START_LOG, ...(serverLog === undefined ? [] : [serverLog])]) {
    const text = await readFile(join(cluster.dir, name), 'utf8').catch(() => '');
    tails.push(...text.trimEnd().split('\n').slice(-LOG_TAIL_LINES));
  }
  return tails.filter(Boolean).join('\n');
}

/**
 * Waits for `pg_ctl start`. On the signal, it stops the server that `pg_ctl` has started,
 * repeatedly if needed, because ending only `pg_ctl` would leave the server running.
 */
async function endedBySignal<T>(cluster: Cluster, starting: Promise<T>): Promise<T> {
  let isStarting = true;
  let ended: Promise<void> | undefined;
  const askUntilEnded = async () => {
    while (isStarting) {
      await askToStop(cluster, 'fast');
      await sleep(STOP_POLL_MS);
    }
  };
  const end = () => {
    ended = askUntilEnded();
  };
  cluster.signal?.addEventListener('abort', end);
  try {
    return await starting;
  } finally {
    isStarting = false;
    cluster.signal?.removeEventListener('abort', end);
    // So that no `pg_ctl stop` outlives this process.
    await ended;
  }
}

function askToStop(cluster: Cluster, mode: StopMode) {
  return control(cluster, ['stop', '-m', mode, '-W']);
}

function control(cluster: Cluster, args: string[]) {
  const program = join(cluster.binariesDir, 'bin', 'pg_ctl');
  // The full path shows in lists of processes whose server this is. But pg_ctl passes it to a
  // shell, so a path that a shell would interpret is left out.
  const dir = SHELL_SAFE.test(cluster.dir) ? cluster.dir : '.';
  const { user, environment } = cluster;
  return run(program, ['-D', dir, ...args], { user, cwd: cluster.dir, environment });
}

function lockFile(cluster: Cluster): string {
  return join(cluster.dir, 'postmaster.pid');
}

async function readLockFile(cluster: Cluster): Promise<string[]> {
  const text = await readFile(lockFile(cluster), 'utf8').catch(() => '');
  return text === '' ? [] : text.split('\n');
}

/** Empties the logs of the server in `clusterDir` that exceed the limit. */
export async function boundServerLogs(clusterDir: string): Promise<void> {
  const dir = join(clusterDir, 'log');
  const names = await readdir(dir).catch(() => []);
  for (const path of [join(clusterDir, START_LOG), ...names.map((name) => join(dir, name))]) {
    const size = (await stat(path).catch(() => undefined))?.size ?? 0;
    // Safe while the server runs, because it appends at the current end of the file.
    if (size > LOG_BYTES_MAX) await truncate(path).catch(() => undefined);
  }
}
