import { once } from 'node:events';

/** Ctrl-C, a normal kill, and the end of the terminal: each asks for the same orderly end. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

type StopSignal = (typeof SIGNALS)[number];

/** Why work ended before it was done: the process was asked to stop. */
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
 * Aborted with a StopRequested at the first request to stop this process; later requests have no
 * effect. After the first call of this function, these signals no longer end the process directly.
 */
export function stopSignal(): AbortSignal {
  if (asked !== undefined) return asked.signal;
  const controller = new AbortController();
  asked = controller;
  for (const name of SIGNALS) process.on(name, () => controller.abort(new StopRequested(name)));
  const parentEnded = () => controller.abort(new StopRequested('SIGHUP'));
  process.on('disconnect', parentEnded);
  // The parent may have ended before this process listened.
  if (process.connected === false) parentEnded();
  return controller.signal;
}

/** Whether a stop was asked for, so that aborted work may still be running. */
export function isStopRequested(): boolean {
  return asked?.signal.aborted ?? false;
}

/** Ends this process by the signal that asked for it, as without our listeners. */
export function endBySignal(signal: StopSignal): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

export async function whenStopped(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

/**
 * The result of `work`, or the reason of `signal` as soon as it is aborted; `work` is then ignored.
 */
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
