import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/stores/embedded-postgres.ts';
import { migrate } from '../src/stores/migrate.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connection string of the run's server; its database `hexlot_template` is migrated. */
    postgres: string;
  }
}

const TEMPLATE = 'hexlot_template';

/** One server for the whole run, in a directory of its own; returns what removes both. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const home = await mkdtemp(join(tmpdir(), 'hexlot-test-'));
  // Temporary directories are closed to others; the user PostgreSQL runs as must get in.
  await chmod(home, 0o711);
  const server = await startEmbeddedPostgres({
    dataDir: join(home, 'data'),
    log: pino({ level: 'silent' }),
    isDisposable: true,
  });
  const tearDown = async () => {
    await server.stop();
    await rm(dirname(server.clusterDir), { recursive: true, force: true });
    await rm(home, { recursive: true, force: true });
  };
  try {
    await makeTemplate(server.connectionString);
  } catch (error) {
    await tearDown();
    throw error;
  }
  project.provide('postgres', server.connectionString);
  return tearDown;
}

async function makeTemplate(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(`create database ${TEMPLATE}`);
    const template = new URL(connectionString);
    template.pathname = TEMPLATE;
    await migrate(template.href);
    // A clone needs a template that nobody is connected to.
    await client.query(`alter database ${TEMPLATE} is_template true allow_connections false`);
  } finally {
    await client.end();
  }
}
