import { setTimeout as sleep } from 'node:timers/promises';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../src/kit/embedded-postgres/embedded-postgres.ts';
import { ConfigError } from '../src/kit/read-setting.ts';
import { checkSession } from '../src/stores/check-session.ts';
import { type DatabaseRole, separateRoles } from '../src/stores/migrations/database-roles.ts';
import { migrate } from '../src/stores/migrations/migrate.ts';
import {
  NotMigrated,
  requireMigrated,
  untilMigrated,
} from '../src/stores/migrations/missing-migrations.ts';
import { openPlates } from '../src/stores/plates/open-plates.ts';
import type { PlateSeal } from '../src/stores/plates/plate-seal.ts';
import { openPostgres, type Postgres } from '../src/stores/postgres.ts';
import { type Environment, openEnvironment } from './environment.ts';
import { wrappingKeys } from './plate-keys.ts';
import { unlessStopped } from './stop-request.ts';
import { checkWritable } from './writable.ts';

/** Callers of the API wait for its statements; other work may take longer. */
const API_STATEMENT_MS_MAX = 30_000;
/** How long work that was asked to stop may take to clean up. */
const STOP_MS_MAX = 2_000;

type Database = {
  db: Postgres;
  /** Waits for running statements; after a stop was asked for, aborts them. */
  close(): Promise<void>;
};

/**
 * What is done about migrations that the database lacks: they are applied, or somebody else is to
 * apply them, who is waited for or not.
 */
type Readying = 'migrate' | 'wait' | 'refuse';

type Opening = {
  name: string;
  /** The role whose rights are used; the owner's unless given. */
  rights?: DatabaseRole | undefined;
  readying: Readying;
};

/**
 * The configured database, or the embedded one. An embedded server that runs is shared; otherwise
 * it is started, and `close` stops it again. When a stop is asked for meanwhile, nothing is left
 * running and StopRequested is thrown. Throws ConfigError naming the variable when the database
 * cannot be used, and NotMigrated when it lacks migrations and nobody is waited for.
 */
export async function openDatabase(environment: Environment, opening: Opening): Promise<Database> {
  const { config, log, signal } = environment;
  if (config.databaseUrl !== undefined)
    return open(environment, opening, config.databaseUrl).catch((error) => {
      signal.throwIfAborted();
      if (error instanceof NotMigrated || error instanceof ConfigError) throw error;
      throw new ConfigError('HEXLOT_DATABASE_URL', 'cannot be used', { cause: error });
    });
  await checkWritable('HEXLOT_DATA_DIR', config.dataDir);
  const embedded = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log,
    signal,
    onNotice: (text) => process.stderr.write(`${text}\n`),
  });
  return open(environment, opening, embedded.connectionString, embedded);
}

/** `owner`: connection string. */
async function open(
  environment: Environment,
  { name, rights, readying }: Opening,
  owner: string,
  embedded?: EmbeddedPostgres,
): Promise<Database> {
  const { config, log, signal } = environment;
  let connectionString = owner;
  let plates: PlateSeal | undefined;
  try {
    // The pipelines need no plate, so their process needs no key.
    const wrapping = rights === 'pipelines' ? undefined : wrappingKeys(config);
    if (embedded === undefined) await checkSession(owner);
    await makeReady(owner, readying, environment);
    if (wrapping !== undefined) plates = await openPlates(owner, wrapping);
    if (rights !== undefined) {
      // The roles that `start` runs are child processes; it warned when it prepared them.
      const isWarned = process.send !== undefined;
      connectionString = (await prepareRoles(environment, owner, { isWarned }))[rights];
    }
  } catch (error) {
    await embedded?.stop();
    signal.throwIfAborted();
    throw error;
  }
  if (rights !== undefined && plates?.isWhole === false)
    log.warn('plates are stored plain: run hexlot plates seal once no older version runs');
  const db = openPostgres({
    connectionString,
    poolSize: config.poolSize,
    name,
    log,
    plates,
    ...(rights === 'api' && { statementTimeoutMs: API_STATEMENT_MS_MAX }),
  });
  return {
    db,
    async close() {
      await (signal.aborted ? db.abandon() : db.close());
      await embedded?.stop();
    },
  };
}

async function makeReady(
  owner: string,
  readying: Readying,
  { log, signal }: Environment,
): Promise<void> {
  if (readying === 'migrate') await migrate(owner, { log, signal });
  else if (readying === 'wait') await untilMigrated(owner, { log, signal });
  else await requireMigrated(owner);
}

/**
 * Makes the roles of the API and the pipelines, and returns their connection strings; warns when
 * they cannot be separated, unless the user `isWarned` already.
 */
export async function prepareRoles(
  { log, signal }: Environment,
  owner: string,
  { isWarned } = { isWarned: false },
): Promise<Record<DatabaseRole, string>> {
  const { addresses, problem } = await separateRoles(owner, { log, signal });
  if (problem !== undefined)
    log[isWarned ? 'debug' : 'warn'](
      { problem },
      "the API and the pipelines have all the rights of the database's owner",
    );
  return addresses;
}

/**
 * Runs one command's work on the database, and stops only what it has started. When a stop is asked
 * for, it aborts the work and throws StopRequested.
 */
export async function withDatabase<T>(
  name: string,
  work: (db: Postgres, environment: Environment) => Promise<T>,
  { rights, readying = 'refuse' }: Partial<Opening> = {},
): Promise<T> {
  const environment = openEnvironment(name);
  const { signal } = environment;
  const database = await openDatabase(environment, { name, rights, readying });
  const working = work(database.db, environment);
  try {
    return await unlessStopped(signal, working);
  } finally {
    if (signal.aborted) {
      void database.db.abandon();
      await Promise.race([working.catch(() => undefined), sleep(STOP_MS_MAX)]);
    }
    await database.close();
  }
}
