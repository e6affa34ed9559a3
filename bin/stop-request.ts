import { once } from 'node:events';

/** Ctrl-C, a polite kill, and the end of the terminal: each asks for the same orderly end. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

type StopSignal = (typeof SIGNALS)[number];

/** Why work ended before it was done: its process was asked to stop. */
export class StopRequested extends Error {
  readonly signal: StopSignal;

  constructor(signal: StopSignal) {
    super(`stopped by ${signal} before it was done`);
    this.name = 'StopRequested';
    this.signal = signal;
  }
}

let asked: AbortController | undefined;

/**
 * Aborted at the first request to stop this process, with a StopRequested; later requests change
 * nothing. From the first call on, no such signal ends the process by itself.
 */
export function stopSignal(): AbortSignal {
  if (asked !== undefined) return asked.signal;
  const controller = new AbortController();
  asked = controller;
  for (const name of SIGNALS) process.on(name, () => controller.abort(new StopRequested(name)));
  const parentEnded = () => controller.abort(new StopRequested('SIGHUP'));
  process.on('disconnect', parentEnded);
  // It may have ended before anybody listened.
  if (process.connected === false) parentEnded();
  return controller.signal;
}

/** Whether something may still be under way that was given up when the stop was asked for. */
export function isStopRequested(): boolean {
  return asked?.signal.aborted ?? false;
}

/** Ends this process by the signal that asked for it, as if nobody had listened. */
export function endBySignal(signal: StopSignal): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

export async function whenStopped(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

/** What `work` comes to, or at once the reason of `signal`: the work itself is then given up. */
export async function unlessStopped<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const stopped = Promise.withResolvers<never>();
  const stop = () => stopped.reject(signal.reason);
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    return await Promise.race([work, stopped.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
