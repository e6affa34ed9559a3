import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { monotonicMs } from '../clock.ts';
import {
  type Cluster,
  checkVersion,
  clusterExists,
  DATABASE,
  makeCluster,
  ROLE,
} from './cluster.ts';
import { databaseError } from './database-error.ts';
import { type Lease, openLease } from './lease.ts';
import { findPort, isPortTaken } from './loopback-port.ts';
import { findPlace, type Place } from './place.ts';
import { type ClusterRecord, replaceRecord } from './record.ts';
import {
  boundServerLogs,
  disownProcessId,
  hasLockFile,
  readLogTail,
  readServerPort,
  startServer,
  stopServer,
} from './server.ts';

export type EmbeddedPostgres = {
  /** For the database `hexlot`, as its superuser. */
  connectionString: string;
  /** false: it was already running, started by another process. */
  startedHere: boolean;
  clusterDir: string;
  /**
   * Gives up this process's share. The server ends with the last share, whichever process started
   * it; while another process has a share, the server goes on.
   */
  stop(): Promise<void>;
};

/** How long a start is repeated while the obstacle may go away. */
const START_MS_MAX = 60_000;
const RETRY_MS = 250;
/** Replaying the log of a crashed server may take minutes; it answers "starting up" meanwhile. */
const RECOVERY_MS_MAX = 600_000;
const LOG_CHECK_MS = 60_000;
/** Not the product's own database, so that this one can be dropped and restored meanwhile. */
const LEASE_DATABASE = 'postgres';
const CANNOT_CONNECT_NOW = '57P03';

/**
 * Finds the running PostgreSQL of `dataDir`, or starts it, or makes it first; safe to call from any
 * number of processes at once. The server continues after this process and its terminal have ended,
 * until `stop`. If it dies before that, it is started again on the same port.
 * `onNotice` receives a sentence for each thing that is stored in an unexpected place.
 * Two are for tests only. `isDisposable`: nothing is synced, so a power loss destroys the data.
 * `environment`: variables for the server, which otherwise gets none of this process.
 * `signal` aborts at once, with nothing running and nothing half made, and its reason is thrown.
 * Throws, with the end of the server's log, when the server does not start, and when the cluster
 * is of another major version.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: Logger;
  onNotice?: (text: string) => void;
  isDisposable?: boolean;
  environment?: Readonly<Record<string, string>>;
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
    environment: options.environment,
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

    // Obstacles that may go away: another process has just started or ended the server, sessions of
    // a crashed server are still running, or another program has just taken the port.
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

/**
 * Starts it on the port that all processes know. Other processes that share it may try at the same
 * time.
 */
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
