import { setTimeout as sleep } from 'node:timers/promises';
import pino, { type Logger } from 'pino';
import { type Config, ConfigError, readConfig } from '../src/config.ts';
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

/** How long work that was asked to stop may take to leave things in order. */
const STOP_MS_MAX = 2_000;

/** Configuration and a log on stderr, so that stdout stays the command's own. */
export function openEnvironment(role: string): Environment {
  const signal = stopSignal();
  const config = readConfig();
  const serializers = { err: loggableError };
  // Not pino's own stream: at the exit it would write to a terminal that is gone for ever.
  const log = pino({ level: config.logLevel, base: { role }, serializers }, process.stderr);
  return { config, log, signal };
}

export type Database = {
  db: Postgres;
  /** Once the stop was asked for, what is under way in the database is given up. */
  close(): Promise<void>;
};

/**
 * The configured database, or the embedded one: a running one is joined, else it is started and
 * `close` stops it again. Migrated to the newest version either way. Asked to stop meanwhile, it
 * leaves nothing running and throws StopRequested. Throws ConfigError naming the variable when the
 * database cannot be used. `rights` are whose: the owner's unless given.
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
 * Sees to the roles of the API and the pipelines, and returns their connection strings; warns once
 * where they cannot be kept apart.
 */
export async function prepareRoles(
  { log, signal }: Environment,
  owner: string,
): Promise<Record<DatabaseRole, string>> {
  const { addresses, problem } = await separateRoles(owner, signal);
  // A child process is not the first to find out.
  if (problem !== undefined)
    log[process.send ? 'debug' : 'warn'](
      { problem },
      "the API and the pipelines have all the rights of the database's owner",
    );
  return addresses;
}

/**
 * Runs one command's work on the database and leaves everything as it was found running. Asked to
 * stop, it gives the work up and throws StopRequested.
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
