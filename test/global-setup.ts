import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import type { DatabaseRole } from '../src/stores/migrations/database-roles.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * Connection strings of the run's server, as its superuser and as the roles of the product. Its
     * database `hexlot_template` is migrated.
     */
    postgres: Record<'owner' | DatabaseRole, string>;
  }
}

const SERVER = fileURLToPath(new URL('run-server.ts', import.meta.url));

/**
 * Starts one PostgreSQL server for the whole run; returns a function that ends it and removes its
 * files.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, [SERVER], {
    // Its own process group, because Ctrl-C in a terminal would keep it from cleaning up.
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  for await (const addresses of createInterface(child.stdout)) {
    project.provide('postgres', JSON.parse(addresses));
    return async () => {
      child.stdin.end();
      await ended;
    };
  }
  throw new Error('the test server did not start; it says why above');
}
