import { setTimeout as sleep } from 'node:timers/promises';
import pino, { type Logger } from 'pino';
import { type Config, ConfigError, readConfig } from '../src/config.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/stores/embedded-postgres.ts';
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
 * database cannot be used.
 */
export async function openDatabase(environment: Environment, role: string): Promise<Database> {
  const { config, log, signal } = environment;
  if (config.databaseUrl !== undefined)
    return open(environment, role, config.databaseUrl).catch((error) => {
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
  return open(environment, role, embedded.connectionString, embedded);
}

async function open(
  { config, log, signal }: Environment,
  role: string,
  connectionString: string,
  embedded?: EmbeddedPostgres,
): Promise<Database> {
  try {
    await migrate(connectionString, signal);
  } catch (error) {
    await embedded?.stop();
    signal.throwIfAborted();
    throw error;
  }
  const db = openPostgres({ connectionString, poolSize: config.poolSize, name: role, log });
  return {
    db,
    async close() {
      await (signal.aborted ? db.abandon() : db.close());
      await embedded?.stop();
    },
  };
}

/**
 * Runs one command's work on the database and leaves everything as it was found running. Asked to
 * stop, it gives the work up and throws StopRequested.
 */
export async function withDatabase<T>(
  role: string,
  work: (db: Postgres, environment: Environment) => Promise<T>,
): Promise<T> {
  const environment = openEnvironment(role);
  const { signal } = environment;
  const database = await openDatabase(environment, role);
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
