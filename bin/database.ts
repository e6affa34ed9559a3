import pino, { type Logger } from 'pino';
import { type Config, readConfig } from '../src/config.ts';
import { startEmbeddedPostgres } from '../src/stores/embedded-postgres.ts';
import { loggableError } from '../src/stores/loggable-error.ts';
import { migrate } from '../src/stores/migrate.ts';
import { openPostgres, type Postgres } from '../src/stores/postgres.ts';

export type Environment = { config: Config; log: Logger };

/** Configuration and a log on stderr, so that stdout stays the command's own. */
export function openEnvironment(role: string): Environment {
  const config = readConfig();
  const serializers = { err: loggableError };
  const log = pino({ level: config.logLevel, base: { role }, serializers }, pino.destination(2));
  return { config, log };
}

export type Database = { db: Postgres; close(): Promise<void> };

/**
 * The configured database, or the embedded one: a running one is joined, else it is started and
 * `close` stops it again. Migrated to the newest version either way.
 */
export async function openDatabase({ config, log }: Environment, role: string): Promise<Database> {
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres({
          dataDir: config.dataDir,
          log,
          onNotice: (text) => process.stderr.write(`${text}\n`),
        })
      : undefined;
  const connectionString = embedded?.connectionString ?? config.databaseUrl ?? '';
  await migrate(connectionString);
  const db = openPostgres({ connectionString, poolSize: config.poolSize, name: role, log });
  return {
    db,
    async close() {
      await db.close();
      await embedded?.stop();
    },
  };
}

/** Runs one command's work on the database and leaves everything as it was found running. */
export async function withDatabase<T>(
  role: string,
  work: (db: Postgres, environment: Environment) => Promise<T>,
): Promise<T> {
  const environment = openEnvironment(role);
  const database = await openDatabase(environment, role);
  try {
    return await work(database.db, environment);
  } finally {
    await database.close();
  }
}
