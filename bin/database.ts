import { setTimeout as sleep } from 'node:timers/promises';
import pino, { type Logger } from 'pino';
import { type Config, readConfig } from '../src/config.ts';
import { ConfigError } from '../src/read-setting.ts';
import { type DatabaseRole, separateRoles } from '../src/stores/database-roles.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../src/stores/embedded/embedded-postgres.ts';
import { loggableError } from '../src/stores/loggable-error.ts';
import { migrate } from '../src/stores/migrate.ts';
import { openPostgres, type Postgres } from '../src/stores/postgres.ts';
import { stopSignal, unlessStopped } from './stop-request.ts';
import { checkWritable } from './writable.ts';

export type Environment = {
  config: Config;
  log: Logger;
  /** Aborted when this process is asked to stop. */
  signal: AbortSignal;
};

/** How long work that was asked to stop may take to clean up. */
const STOP_MS_MAX = 2_000;

/** Configuration, and a log on stderr, because stdout is for the command's output. */
export function openEnvironment(role: string): Environment {
  const signal = stopSignal();
  const config = readConfig();
  const serializers = { err: loggableError };
  // Not pino's own stream, which at the exit keeps trying to write to a terminal that is gone.
  const log = pino({ level: config.logLevel, base: { role }, serializers }, process.stderr);
  return { config, log, signal };
}

export type Database = {
  db: Postgres;
  /** Waits for running statements; after a stop was asked for, aborts them. */
  close(): Promise<void>;
};

/**
 * The configured database, or the embedded one. An embedded server that runs is shared; otherwise
 * it is started, and `close` stops it again. Either database is migrated to the newest version.
 * When a stop is asked for meanwhile, nothing is left running and StopRequested is thrown. Throws
 * ConfigError naming the variable when the database cannot be used. `rights`: the role whose rights
 * are used; the owner's unless given.
 */
export async function openDatabase(
  environment: Environment,
  name: string,
  rights?: DatabaseRole,
): Promise<Database> {
  const { config, log, signal } = environment;
  if (config.databaseUrl !== undefined)
    return open(environment, { name, rights, owner: config.databaseUrl }).catch((error) => {
      signal.throwIfAborted();
      throw new ConfigError('HEXLOT_DATABASE_URL', 'cannot be used', { cause: error });
    });
  await checkWritable('HEXLOT_DATA_DIR', config.dataDir);
  const embedded = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log,
    signal,
    onNotice: (text) => process.stderr.write(`${text}\n`),
  });
  return open(environment, { name, rights, owner: embedded.connectionString, embedded });
}

type Opening = {
  name: string;
  rights: DatabaseRole | undefined;
  /** Connection string. */
  owner: string;
  embedded?: EmbeddedPostgres;
};

async function open(
  environment: Environment,
  { name, rights, owner, embedded }: Opening,
): Promise<Database> {
  const { config, log, signal } = environment;
  let connectionString = owner;
  try {
    await migrate(owner, signal);
    if (rights !== undefined) connectionString = (await prepareRoles(environment, owner))[rights];
  } catch (error) {
    await embedded?.stop();
    signal.throwIfAborted();
    throw error;
  }
  const db = openPostgres({ connectionString, poolSize: config.poolSize, name, log });
  return {
    db,
    async close() {
      await (signal.aborted ? db.abandon() : db.close());
      await embedded?.stop();
    },
  };
}

/**
 * Makes the roles of the API and the pipelines, and returns their connection strings; warns once
 * when they cannot be separated.
 */
export async function prepareRoles(
  { log, signal }: Environment,
  owner: string,
): Promise<Record<DatabaseRole, string>> {
  const { addresses, problem } = await separateRoles(owner, signal);
  // When this is a child process, its parent has already warned.
  if (problem !== undefined)
    log[process.send ? 'debug' : 'warn'](
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
  rights?: DatabaseRole,
): Promise<T> {
  const environment = openEnvironment(name);
  const { signal } = environment;
  const database = await openDatabase(environment, name, rights);
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
