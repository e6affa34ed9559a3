import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../../src/config.ts';
import type { LatLng } from '../../src/kit/geo/great-circle.ts';
import type { DemoKeys } from '../demo-keys.ts';
import { stopChild } from '../supervisor.ts';

/** The demo city, with keys of one of its operators and the token of an invitation to it. */
export type Demo = {
  keys: DemoKeys;
  operatorId: string;
  centre: LatLng;
  invitationToken: string;
};

/** How a step of the preparation ended; `demo` is null where there is no demo city. */
export type PreparedMessage = { demo: Demo | null } | { failed: string };

export type Preparation = {
  /** Resolves when the roles can run. */
  demo(): Promise<Demo | null>;
  /** Called when they run; resolves when the first figures are published. */
  refresh(): Promise<void>;
  stop(): Promise<void>;
};

const PROGRAM = fileURLToPath(new URL('./prepare.ts', import.meta.url));

/**
 * Prepares the database and the first figures in a process of its own, which ends then: the one
 * that stays to watch the roles needs none of what that takes.
 */
export function openPreparation(): Preparation {
  const child = spawn(process.execPath, [PROGRAM], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // As the roles: Ctrl-C in a terminal does not reach it. `stop` does.
    detached: process.platform !== 'win32',
    env: childEnvironment({}),
  });
  const next = () =>
    new Promise<Demo | null>((resolve, reject) => {
      child.once('message', (message: PreparedMessage) => {
        if ('failed' in message) reject(new Error(message.failed));
        else resolve(message.demo);
      });
      child.once('error', reject);
      child.once('exit', (code, signal) =>
        reject(new Error(`preparing the start failed (${code ?? signal})`)),
      );
    });
  const demo = next();
  return {
    demo: () => demo,
    async refresh() {
      const done = next();
      child.send('refresh');
      await done;
    },
    stop: () => stopChild(child),
  };
}
