import { availableParallelism, totalmem } from 'node:os';

/** What a machine, or the container around this process, has. */
type Machine = { cores: number; memoryMib: number };

/** What the warehouse may use. */
export type Resources = { threads: number; memoryMib: number };

/** Of the processors: the others stay with those who answer calls meanwhile. */
const CORES_SHARE = 0.5;
/** Of the memory. What needs more is written to a directory beside the file. */
const MEMORY_SHARE = 0.25;
/**
 * With it the whole process had at most 2.3 GiB in the first refresh of ten million stays: DuckDB
 * does not count all that it takes. Many threads may have more.
 */
const MEMORY_MIB_USUAL = 1_024;
/** Each thread sorts and adds up by itself (https://duckdb.org/docs/stable/guides/performance). */
const THREAD_MIB = 128;
/** Less is not enough for one thread, so a machine with less than four times as much gives more. */
const MEMORY_MIB_MIN = 128;

const BYTES_IN_MIB = 2 ** 20;

/**
 * How many threads the warehouse has, and how much memory: as few threads as the memory is enough
 * for. What `given` says is taken as it is, and the rest is planned around it.
 */
export function planResources(
  { cores, memoryMib: machineMib }: Machine,
  given: Partial<Resources> = {},
): Resources {
  const coresMax = Math.max(1, Math.floor(CORES_SHARE * cores));
  const affordableMib = Math.max(MEMORY_MIB_MIN, Math.floor(MEMORY_SHARE * machineMib));
  const wantedMib = Math.max(MEMORY_MIB_USUAL, THREAD_MIB * (given.threads ?? coresMax));
  const memoryMib = given.memoryMib ?? Math.min(wantedMib, affordableMib);
  const threadsMax = Math.max(1, Math.floor(memoryMib / THREAD_MIB));
  return { threads: given.threads ?? Math.min(coresMax, threadsMax), memoryMib };
}

/** What this process may use: all of the machine, or what its container (cgroup) was given. */
export function thisMachine(): Machine {
  // 0: not known. Far more than there is: without a limit.
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  return {
    cores: availableParallelism(),
    memoryMib: Math.floor(Math.min(totalmem(), limit) / BYTES_IN_MIB),
  };
}
