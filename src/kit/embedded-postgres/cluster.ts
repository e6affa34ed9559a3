import {
  chown,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { run, type SystemUser } from './system-user.ts';

/** A database cluster on disk and what is needed to work on it. */
export type Cluster = {
  dir: string;
  binariesDir: string;
  /** The user that PostgreSQL runs as; undefined: the user of this process. */
  user: SystemUser | undefined;
  /** Nothing is synced to disk. */
  isDisposable: boolean;
  /** Variables of the server beside the usual ones. */
  environment?: Readonly<Record<string, string>> | undefined;
  /** Aborts long operations. */
  signal?: AbortSignal | undefined;
};

export const ROLE = 'hexlot';
export const DATABASE = 'hexlot';

export async function clusterExists(dir: string): Promise<boolean> {
  return (await stat(join(dir, 'PG_VERSION')).catch(() => undefined)) !== undefined;
}

/** Throws unless the cluster's major version is the one of `binariesVersion` ("18.4.0"). */
export async function checkVersion(dir: string, binariesVersion: string): Promise<void> {
  const version = (await readFile(join(dir, 'PG_VERSION'), 'utf8')).trim();
  const [major = ''] = binariesVersion.split('.');
  if (version === major) return;
  throw new Error(
    `${dir} was made by PostgreSQL ${version}, but this is PostgreSQL ${major}, which cannot ` +
      'read it: dump it with the version of Hexlot that made it, or choose another ' +
      'HEXLOT_DATA_DIR',
  );
}

/**
 * Makes the cluster with its superuser `hexlot` and its database `hexlot`. It appears complete or
 * not at all. When several processes make it at once, the first one's cluster is kept and all of
 * them succeed. Its text is UTF-8 in the C.UTF-8 order that is part of PostgreSQL, so that indexes
 * do not depend on the machine's locale.
 */
export async function makeCluster(cluster: Cluster, password: string): Promise<void> {
  const staging = await mkdtemp(`${cluster.dir}.new-${process.pid}-`);
  try {
    await fill(staging, cluster, password);
    await rename(join(staging, 'cluster'), cluster.dir);
    await syncDir(dirname(cluster.dir));
  } catch (error) {
    if (!(await clusterExists(cluster.dir))) throw error;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  await removeAbandoned(cluster.dir);
}

/** Removes drafts of processes that died while they made this cluster. */
async function removeAbandoned(clusterDir: string): Promise<void> {
  const prefix = `${basename(clusterDir)}.new-`;
  for (const name of await readdir(dirname(clusterDir))) {
    if (!name.startsWith(prefix)) continue;
    const [processId = ''] = name.slice(prefix.length).split('-');
    if (!isProcessAlive(Number(processId)))
      await rm(join(dirname(clusterDir), name), { recursive: true, force: true });
  }
}

async function fill(staging: string, cluster: Cluster, password: string): Promise<void> {
  const { user, binariesDir, signal } = cluster;
  const passwordFile = join(staging, 'password');
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user !== undefined) {
    await chown(staging, user.uid, user.gid);
    await chown(passwordFile, user.uid, user.gid);
  }
  const options = { user, cwd: staging, signal };
  const initdb = [
    ...['--pgdata=cluster', `--username=${ROLE}`, '--pwfile=password', '--auth=scram-sha-256'],
    ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...(cluster.isDisposable ? ['--no-sync'] : []),
  ];
  const made = await run(join(binariesDir, 'bin', 'initdb'), initdb, options);
  signal?.throwIfAborted();
  if (!made.succeeded) throw new Error(`initdb failed in ${staging}: ${made.output}`);

  const single = ['--single', '-D', 'cluster', ...(cluster.isDisposable ? ['-F'] : []), 'postgres'];
  const created = await run(join(binariesDir, 'bin', 'postgres'), single, {
    ...options,
    input: `create database ${DATABASE}\n`,
  });
  signal?.throwIfAborted();
  // In this mode a failed statement shows only in the output.
  if (!created.succeeded || /ERROR|FATAL|PANIC/.test(created.output))
    throw new Error(`the database could not be created in ${staging}: ${created.output}`);
}

/** Otherwise a power loss could undo the rename after data was written to the cluster. */
async function syncDir(dir: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(dir, 'r');
  await handle.sync().finally(() => handle.close());
}

function isProcessAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
