import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { monotonicMs } from '../../clock.ts';
import { databaseError } from '../postgres.ts';
import {
  type Cluster,
  checkVersion,
  clusterExists,
  DATABASE,
  makeCluster,
  ROLE,
} from './cluster.ts';
import { type Lease, openLease } from './lease.ts';
import { boundServerLogs } from './log.ts';
import { findPort, isPortTaken } from './loopback-port.ts';
import { findPlace, type Place } from './place.ts';
import { type ClusterRecord, replaceRecord } from './record.ts';
import {
  disownProcessId,
  hasLockFile,
  readLogTail,
  readServerPort,
  startServer,
  stopServer,
} from './server.ts';

export type EmbeddedPostgres = {
  /** Of the database `hexlot`, as its superuser. */
  connectionString: string;
  /** false: it ran already, started by another process. */
  startedHere: boolean;
  clusterDir: string;
  /**
   * Gives up this process's share. The server ends with the last share, whoever started it; as
   * long as another process holds one, this does nothing to it.
   */
  stop(): Promise<void>;
};

/** How long a start is tried again while something that may pass is in its way. */
const START_MS_MAX = 60_000;
const RETRY_MS = 250;
/** Replaying the log of a crashed server may take minutes; it answers "starting up" meanwhile. */
const RECOVERY_MS_MAX = 600_000;
const LOG_CHECK_MS = 60_000;
/** Apart from the product's data, so that its database may be dropped and restored meanwhile. */
const LEASE_DATABASE = 'postgres';
const CANNOT_CONNECT_NOW = '57P03';

/**
 * Finds the running PostgreSQL of `dataDir`, or starts it, or makes it first; safe to call from
 * any number of processes at once. The server outlives this process and its terminal until `stop`;
 * should it die before, it is started again on the same port.
 * Who starts it hears through `onNotice`, a sentence each, what is kept elsewhere than one would
 * look. `isDisposable` is for tests only: nothing is synced, a power loss destroys the data.
 * `signal` ends it at once, with nothing running and nothing half made; then its reason is thrown.
 * Throws, with the end of the server's log, when it does not come up, and when the cluster is of
 * another major version.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: Logger;
  onNotice?: (text: string) => void;
  isDisposable?: boolean;
  signal?: AbortSignal;
}): Promise<EmbeddedPostgres> {
  const { signal } = options;
  const place = await findPlace(options.dataDir, signal);
  const { clusterDir, record } = place;
  const cluster: Cluster = {
    dir: clusterDir,
    binariesDir: place.binaries.dir,
    user: place.user,
    isDisposable: options.isDisposable ?? false,
    signal,
  };
  if (!(await clusterExists(clusterDir))) await makeCluster(cluster, record.password);
  signal?.throwIfAborted();
  await checkVersion(clusterDir, place.binaries.version);

  const { port, lease, startedHere } = await reach(cluster, record, options.log);
  if (startedHere) {
    await remember(place, port);
    for (const notice of place.notices) options.onNotice?.(notice);
  }
  options.log.debug({ clusterDir, port, startedHere }, 'embedded PostgreSQL is up');
  const bounding = setInterval(() => void boundServerLogs(clusterDir), LOG_CHECK_MS).unref();
  let stopping: Promise<void> | undefined;
  const server: EmbeddedPostgres = {
    connectionString: connectionStringTo(DATABASE, record.password, port),
    startedHere,
    clusterDir,
    stop() {
      clearInterval(bounding);
      stopping ??= lease.release(() => stopServer(cluster));
      return stopping;
    },
  };
  if (signal?.aborted) await server.stop();
  signal?.throwIfAborted();
  return server;
}

type Reached = { port: number; lease: Lease };

async function reach(
  cluster: Cluster,
  record: ClusterRecord,
  log: Logger,
): Promise<Reached & { startedHere: boolean }> {
  const givenUpAt = monotonicMs() + START_MS_MAX;
  for (;;) {
    const running = await joinServer(cluster, record, log);
    if (running !== undefined) return { ...running, startedHere: false };

    cluster.signal?.throwIfAborted();
    await disownProcessId(cluster);
    const port = await findPort(record.port);
    const refusal = await startServer(cluster, port);
    const started = refusal === undefined ? await joinServer(cluster, record, log) : undefined;
    if (started !== undefined) return { ...started, startedHere: true };

    // What may pass: another process was quicker to start it, or has ended it again already; the
    // sessions of a crashed server still run; somebody else has just taken the port.
    const mayPass =
      refusal === undefined || (await hasLockFile(cluster)) || (await isPortTaken(port));
    cluster.signal?.throwIfAborted();
    if (!mayPass || monotonicMs() > givenUpAt)
      throw new Error(
        `PostgreSQL in ${cluster.dir} did not start: ${refusal ?? (await readLogTail(cluster))}`,
      );
    await sleep(RETRY_MS);
  }
}

/** Takes a share in the server that the cluster's lock file names; undefined when none answers. */
async function joinServer(
  cluster: Cluster,
  record: ClusterRecord,
  log: Logger,
): Promise<Reached | undefined> {
  const givenUpAt = monotonicMs() + RECOVERY_MS_MAX;
  while (monotonicMs() < givenUpAt) {
    const port = await readServerPort(cluster);
    if (port === undefined) return undefined;
    try {
      const server = {
        connectionString: connectionStringTo(LEASE_DATABASE, record.password, port),
        clusterDir: cluster.dir,
        revive: () => reviveServer(cluster, port),
      };
      return { port, lease: await openLease(server, log) };
    } catch (error) {
      if (databaseError(error)?.code !== CANNOT_CONNECT_NOW) {
        log.debug({ err: error, port }, 'no server of this cluster answers');
        return undefined;
      }
    }
    cluster.signal?.throwIfAborted();
    await sleep(RETRY_MS);
  }
  return undefined;
}

/** On the port that everybody knows. Others that share the server may be doing the same. */
async function reviveServer(cluster: Cluster, port: number): Promise<void> {
  await boundServerLogs(cluster.dir);
  await disownProcessId(cluster);
  const refusal = await startServer(cluster, port);
  if (refusal !== undefined && !(await isPortTaken(port))) throw new Error(refusal);
}

function remember(place: Place, port: number): Promise<void> {
  const { dir: binariesDir, version } = place.binaries;
  return replaceRecord(place.dataDir, { ...place.record, port, binariesDir, version });
}

function connectionStringTo(database: string, password: string, port: number): string {
  return `postgres://${ROLE}:${password}@127.0.0.1:${port}/${database}`;
}
