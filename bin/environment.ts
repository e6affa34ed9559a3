import pino, { type Logger } from 'pino';
import { type Config, readConfig } from '../src/config.ts';
import { loggableError } from '../src/stores/loggable-error.ts';
import { stopSignal } from './stop-request.ts';

export type Environment = {
  config: Config;
  log: Logger;
  /** Aborted when this process is asked to stop. */
  signal: AbortSignal;
};

/** Configuration, and a log on stderr, because stdout is for the command's output. */
export function openEnvironment(role: string): Environment {
  const signal = stopSignal();
  const config = readConfig();
  const serializers = { err: loggableError };
  // Not pino's own stream, which at the exit keeps trying to write to a terminal that is gone.
  const log = pino({ level: config.logLevel, base: { role }, serializers }, process.stderr);
  return { config, log, signal };
}
