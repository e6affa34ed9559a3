import { access, chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cluster } from '../../src/kit/embedded-postgres/cluster.ts';
import { findPort } from '../../src/kit/embedded-postgres/loopback-port.ts';
import { startServer, stopServer } from '../../src/kit/embedded-postgres/server.ts';
import { findServerUser, run } from '../../src/kit/embedded-postgres/system-user.ts';

/** Where Debian's packages put each version of PostgreSQL. */
const PROGRAMS = '/usr/lib/postgresql';
const EXTENSIONS = '/usr/share/postgresql';

type PostgisServer = { connectionString: string; stop(): Promise<void> };

/**
 * Starts an empty server with PostGIS, of the newest version that has both, with the settings of
 * the embedded one. Returns why not where there is none.
 */
export async function startPostgis(): Promise<PostgisServer | { missing: string }> {
  const binariesDir = await findPrograms();
  if (binariesDir === undefined)
    return { missing: `no PostgreSQL of ${PROGRAMS} has PostGIS (Debian: postgresql-*-postgis-3)` };
  const home = await mkdtemp(join(tmpdir(), 'hexlot-postgis-'));
  const dir = join(home, 'cluster');
  const user = await findServerUser(dir);
  if (user !== undefined) await chown(home, user.uid, user.gid);
  const initdb = [`--pgdata=${dir}`, '--username=hexlot', '--auth=trust', '--encoding=UTF8'];
  const program = join(binariesDir, 'bin', 'initdb');
  const made = await run(program, [...initdb, '--locale=C', '--no-sync'], { user, cwd: home });
  if (!made.succeeded) throw new Error(`initdb failed in ${home}: ${made.output}`);
  const cluster: Cluster = { dir, binariesDir, user, isDisposable: false };
  const port = await findPort(0);
  const refusal = await startServer(cluster, port);
  if (refusal !== undefined) throw new Error(`PostgreSQL in ${dir} did not start: ${refusal}`);
  return {
    connectionString: `postgres://hexlot@127.0.0.1:${port}/postgres`,
    async stop() {
      await stopServer(cluster);
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function findPrograms(): Promise<string | undefined> {
  const versions = (await readdir(PROGRAMS).catch(() => [])).map(Number).sort((a, b) => b - a);
  for (const version of versions) {
    const needed = [
      join(PROGRAMS, `${version}`, 'bin', 'initdb'),
      join(EXTENSIONS, `${version}`, 'extension', 'postgis.control'),
    ];
    const isThere = await Promise.all(needed.map((path) => access(path).then(yes, no)));
    if (isThere.every(Boolean)) return join(PROGRAMS, `${version}`);
  }
  return undefined;
}

const yes = () => true;
const no = () => false;
