import { getHeapStatistics } from 'node:v8';

/**
 * How many things of `bytesEach` fit into a share of the memory that this process may use for
 * objects (https://nodejs.org/api/v8.html#v8getheapstatistics), at most `most`. That memory follows
 * from what the machine or its container has, or from `--max-old-space-size`.
 */
export function heapRoom(
  { share, bytesEach, most }: { share: number; bytesEach: number; most: number },
  heapBytes = getHeapStatistics().heap_size_limit,
): number {
  return Math.min(most, Math.floor((share * heapBytes) / bytesEach));
}
