import type { Postgres } from '../src/stores/postgres.ts';
import { type Environment, openDatabase, openEnvironment } from './database.ts';

/** What a role tells the process that started it, once it serves. */
export type ReadyMessage = { ready: true; address: string | null };

export type RunningRole = { address: string | null; stop(): Promise<void> };

/**
 * Runs one role until SIGINT, SIGTERM, or the end of the process that started it: then what is in
 * flight is finished and everything is closed.
 */
export async function runRole(
  name: string,
  start: (db: Postgres, environment: Environment) => Promise<RunningRole>,
): Promise<void> {
  const environment = openEnvironment(name);
  const stopped = stopRequested();
  const database = await openDatabase(environment, name);
  try {
    const role = await start(database.db, environment);
    const ready: ReadyMessage = { ready: true, address: role.address };
    if (process.send) process.send(ready);
    else environment.log.info({ address: role.address }, `${name} is up`);
    await stopped;
    await role.stop();
  } finally {
    await database.close();
    if (process.connected) process.disconnect?.();
  }
}

/** Resolves at the first request to stop; later ones change nothing. */
export function stopRequested(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
    process.on('disconnect', () => resolve());
  });
}
