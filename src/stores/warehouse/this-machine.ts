import { availableParallelism, totalmem } from 'node:os';
import type { Machine } from './plan-resources.ts';

const BYTES_IN_MIB = 2 ** 20;

/** What this process may use: all of the machine, or what its container (cgroup) was given. */
export function thisMachine(): Machine {
  // 0: not known. Far more than there is: without a limit.
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  return {
    cores: availableParallelism(),
    memoryMib: Math.floor(Math.min(totalmem(), limit) / BYTES_IN_MIB),
  };
}
