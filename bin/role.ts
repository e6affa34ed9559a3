import { openServices, type Services } from '../src/services/open-services.ts';
import type { DatabaseRole } from '../src/stores/migrations/database-roles.ts';
import { openDatabase } from './database.ts';
import { type Environment, openEnvironment } from './environment.ts';
import { StopRequested, whenStopped } from './stop-request.ts';

/** The message of a role to the process that started it, once it serves. */
export type ReadyMessage = { ready: true; address: string | null };

export type RunningRole = { address: string | null; stop(): Promise<void> };

type Role = {
  name: DatabaseRole;
  /**
   * Throws, before anything is started, when something that the configuration names cannot be used.
   */
  check(environment: Environment): Promise<void>;
  start(services: Services): Promise<RunningRole>;
};

/**
 * Runs one role until it is asked to stop, or the process that started it has ended. Then it
 * finishes the running work and closes everything. A stop is no failure, even during the start.
 */
export async function runRole(role: Role): Promise<void> {
  const environment = openEnvironment(role.name);
  try {
    await role.check(environment);
    await serve(role, environment);
  } catch (error) {
    if (!(error instanceof StopRequested)) throw error;
  } finally {
    if (process.connected) process.disconnect?.();
  }
}

async function serve(role: Role, environment: Environment): Promise<void> {
  const { config, log, signal } = environment;
  const { name } = role;
  const database = await openDatabase(environment, { name, rights: name, readying: 'wait' });
  try {
    const { address, stop } = await role.start(
      await openServices({ config, log, db: database.db }),
    );
    const ready: ReadyMessage = { ready: true, address };
    if (process.connected) process.send?.(ready);
    else log.info({ address }, `${name} is up`);
    await whenStopped(signal);
    await stop();
  } finally {
    await database.close();
  }
}
