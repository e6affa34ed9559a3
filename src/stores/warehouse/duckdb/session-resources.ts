import type { DuckDBConnection } from '@duckdb/node-api';
import type { Resources } from '../plan-resources.ts';
import { isOutOfMemory } from './out-of-memory.ts';

/**
 * What ran out of memory since the file was opened. `needs`: how many times as much as its comment
 * says a statement needs, by path. `batches`: how many can be added to a model at a time, by name.
 */
type Learnt = { needs: Map<string, number>; batches: Map<string, number> };

/** Threads and memory of the statements of a session. */
export type SessionResources = {
  /** The threads and the memory that the file was opened with. */
  resources: Resources;
  learnt: Learnt;
  /** Runs the statements after this with so many threads. */
  useThreads(count: number): Promise<void>;
  /** Gives the memory back that is kept for the next statements. */
  giveBackMemory(): Promise<void>;
};

/** What may stay in memory of the file while nothing is computed. */
const REST_MIB = 32;

/** `resources`: what the connection has. */
export function createSessionResources(
  connection: DuckDBConnection,
  resources: Resources,
): SessionResources {
  let { threads } = resources;
  return {
    resources,
    learnt: { needs: new Map(), batches: new Map() },
    async useThreads(count) {
      if (count !== threads) await connection.run(`set threads = ${count}`);
      threads = count;
    },
    async giveBackMemory() {
      // What is beyond a limit is given back as soon as that is set, as far as it can be.
      await connection.run(`set memory_limit = '${REST_MIB}MiB'`).catch((error) => {
        if (!isOutOfMemory(error)) throw error;
      });
      await connection.run(`set memory_limit = '${resources.memoryMib}MiB'`);
    },
  };
}
