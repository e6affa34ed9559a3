import { createHash, randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, realpath, rename, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type Binaries, findBinariesPackage, placeBinaries } from './binaries.ts';
import { clusterExists } from './cluster.ts';
import { type ClusterRecord, createRecord, readRecord, recordPath } from './record.ts';
import { canEnter, findServerUser, makeOpenDir, type SystemUser } from './system-user.ts';

/**
 * The folder for root's cluster and binaries when PostgreSQL's user cannot enter the requested
 * folders.
 */
const ROOT_DIR = '/var/lib/hexlot';

export type Place = {
  dataDir: string;
  clusterDir: string;
  binaries: Binaries;
  user: SystemUser | undefined;
  record: ClusterRecord;
  /** A sentence for each thing that is stored in an unexpected place. */
  notices: string[];
};

/**
 * Finds or decides where the cluster of `wantedDir` is, which binaries run it and as which user.
 * Throws when there is no user that can reach the cluster, and when there is a cluster but not the
 * record with its password.
 */
export async function findPlace(wantedDir: string, signal?: AbortSignal): Promise<Place> {
  const notices: string[] = [];
  if (!(await exists(wantedDir))) notices.push(...(await makeDataDir(resolve(wantedDir))));
  const dataDir = await realpath(wantedDir);
  const known = await readRecord(dataDir);
  const insideDir = join(dataDir, 'postgres');
  const user = await findServerUser(known ? resolve(dataDir, known.clusterDir) : insideDir);

  const copyParent = user === undefined ? dataDir : ROOT_DIR;
  const packageDir = findBinariesPackage();
  const binaries = await placeBinaries({ packageDir, copyParent, user, signal });
  const record = known ?? (await settle(dataDir, user, binaries));
  const clusterDir = resolve(dataDir, record.clusterDir);
  if (user !== undefined && !(await canEnter(user, dirname(clusterDir))))
    throw new Error(`user ${user.name}, who runs PostgreSQL, can no longer enter ${clusterDir}`);

  if (user !== undefined && clusterDir !== insideDir)
    notices.push(
      `The database is kept in ${clusterDir}: PostgreSQL does not run as root, and ` +
        `user ${user.name}, who runs it, cannot enter ${dataDir}.`,
    );
  if (dirname(binaries.dir) === copyParent)
    notices.push(`PostgreSQL runs from a copy of its programs in ${binaries.dir}.`);
  return { dataDir, clusterDir, binaries, user, record, notices };
}

/**
 * When run as root, lets PostgreSQL's user pass through the data directory to its cluster, without
 * seeing anything else there. The directory appears with this right already set, so that no other
 * process ever finds it closed.
 */
async function makeDataDir(dir: string): Promise<string[]> {
  const notices: string[] = [];
  await mkdir(dirname(dir), { recursive: true });
  const user = await findServerUser(join(dir, 'postgres'));
  const staging = await mkdtemp(`${dir}.new-`);
  if (user !== undefined) {
    await chown(staging, 0, user.gid);
    await chmod(staging, 0o710);
    const dataDir = join(await realpath(dirname(dir)), basename(dir));
    notices.push(...(await setAside(relocatedDir(dataDir))));
  }
  try {
    await rename(staging, dir);
  } catch (error) {
    await rmdir(staging);
    // Another process has made it, and started to fill it.
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  return notices;
}

/**
 * A user who removed the data directory wanted its database removed, too, wherever it was. It is
 * kept under another name, unused.
 */
async function setAside(clusterDir: string): Promise<string[]> {
  const isInUse = await exists(join(clusterDir, 'postmaster.pid'));
  if (isInUse || !(await clusterExists(clusterDir))) return [];
  const aside = `${clusterDir}.abandoned-${randomBytes(4).toString('hex')}`;
  await rename(clusterDir, aside);
  return [`The database of a data directory that was removed is kept, unused, in ${aside}.`];
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

async function settle(
  dataDir: string,
  user: SystemUser | undefined,
  binaries: Binaries,
): Promise<ClusterRecord> {
  const isReachable = user === undefined || (await canEnter(user, dataDir));
  const clusterDir = isReachable ? 'postgres' : relocatedDir(dataDir);
  if (!isReachable) {
    await makeOpenDir(ROOT_DIR);
    await makeOpenDir(dirname(clusterDir));
  }
  const isMade = await clusterExists(resolve(dataDir, clusterDir));
  // A record is written before its cluster is made, so the record of another process would be seen.
  const others = await readRecord(dataDir);
  if (others !== undefined) return others;
  if (isMade)
    throw new Error(
      `${resolve(dataDir, clusterDir)} holds a database, but ${recordPath(dataDir)} with its ` +
        'password is gone: put that file back, or move the database away to start empty',
    );
  const { dir: binariesDir, version } = binaries;
  return createRecord(dataDir, { port: 0, clusterDir, binariesDir, version });
}

function relocatedDir(dataDir: string): string {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  return join(ROOT_DIR, name, 'postgres');
}
