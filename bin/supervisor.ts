import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { childEnvironment } from '../src/config.ts';
import type { ReadyMessage } from './role.ts';

type Settings = Record<string, string>;

export type Supervisor = {
  /**
   * Starts a role; resolves with its address once it serves, rejects when it ends before that.
   * `settings` are variables that it gets beside those of this process, whenever it is started.
   */
  start(role: string, settings?: Settings): Promise<string | null>;
  /** Ends every role: asks first, and kills after a while. */
  stop(): Promise<void>;
};

const PROGRAM = fileURLToPath(new URL('./hexlot.ts', import.meta.url));
const STOP_GRACE_MS = 20_000;
const RESTART_DELAY_MS = 500;
const RESTART_DELAY_MS_MAX = 30_000;
/**
 * DuckDB works on libuv's threads; with the default four it would leave none to files and crypto.
 */
const THREADS = '16';

/**
 * Keeps the roles of one machine running as child processes: one that dies is started again. Ctrl-C
 * in a terminal does not reach them; they end when this process asks them to, or has ended.
 */
export function createSupervisor(log: Logger): Supervisor {
  const running = new Map<string, ChildProcess>();
  const settingsOf = new Map<string, Settings>();
  let isStopping = false;

  function launch(role: string, onReady: (address: string | null) => void): ChildProcess {
    const child = spawn(process.execPath, [PROGRAM, role], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // On Windows, `detached` would only give it a console window.
      detached: process.platform !== 'win32',
      env: childEnvironment({ UV_THREADPOOL_SIZE: THREADS, ...settingsOf.get(role) }),
    });
    running.set(role, child);
    child.on('message', (message: ReadyMessage) => onReady(message.address));
    return child;
  }

  async function keepAlive(role: string, delayMs: number): Promise<void> {
    await sleep(delayMs, undefined, { ref: false });
    if (isStopping) return;
    let nextDelayMs = Math.min(delayMs * 2, RESTART_DELAY_MS_MAX);
    const child = launch(role, () => {
      nextDelayMs = RESTART_DELAY_MS;
    });
    child.on('exit', (code, signal) => restart(role, code ?? signal, nextDelayMs));
  }

  function restart(role: string, ending: number | string | null, delayMs: number): void {
    running.delete(role);
    if (isStopping) return;
    log.error({ ending, delay_ms: delayMs }, `${role} ended; restarting it`);
    void keepAlive(role, delayMs);
  }

  return {
    start: (role, settings = {}) =>
      new Promise((resolve, reject) => {
        settingsOf.set(role, settings);
        if (isStopping) return reject(new Error(`${role} is not started any more`));
        let isReady = false;
        const child = launch(role, (address) => {
          isReady = true;
          resolve(address);
        });
        child.on('error', reject);
        child.on('exit', (code, signal) => {
          if (isReady) return restart(role, code ?? signal, RESTART_DELAY_MS);
          running.delete(role);
          reject(new Error(`${role} did not start (${code ?? signal})`));
        });
      }),

    async stop() {
      isStopping = true;
      await Promise.all([...running.values()].map(stopChild));
    },
  };
}

/** Asks a process to end, and kills it after a while. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const insist = setTimeout(() => child.kill('SIGKILL'), STOP_GRACE_MS);
  await ended;
  clearTimeout(insist);
}
