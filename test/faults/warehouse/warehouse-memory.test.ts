import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  fillWarehouse,
  writeHeavyWarehouse,
} from '../../src/stores/warehouse/duckdb/heavy-warehouse.ts';
import { partOf, randomFrom, seedOfRun } from '../../stage/random.ts';
import { isFull } from '../../stage/size.ts';

const SIZE = isFull
  ? { lots: 200_000, stays: 10_000_000, areas: 10_000 }
  : { lots: 3_200, stays: 100_000, areas: 400 };
const MEMORIES_MIB = isFull ? [512, 1_024, 4_096] : [64];
const random = randomFrom(seedOfRun());
/** Two of them in a run: 1 and 16, or 2 and 4. */
const THREADS = partOf([1, 2, 16, 4], random, 2);
const MATRIX = THREADS.flatMap((threads) =>
  MEMORIES_MIB.map((memoryMib) => ({ threads, memoryMib })),
);
const directory = mkdtempSync(join(tmpdir(), 'hexlot-memory-'));
const raw = join(directory, 'raw.duckdb');
let expected: string[];

beforeAll(async () => {
  await writeHeavyWarehouse(raw, SIZE);
  expected = await fillCopy({ threads: 2, memoryMib: 8_192 });
});
afterAll(() => rmSync(directory, { recursive: true }));

async function fillCopy(resources: { threads: number; memoryMib: number }): Promise<string[]> {
  const path = join(directory, 'filled.duckdb');
  copyFileSync(raw, path);
  try {
    return await fillWarehouse(path, resources);
  } finally {
    rmSync(path);
  }
}

test.each(MATRIX)('the first refresh has the same marts with %j', async (resources) => {
  const rows = await fillCopy(resources);
  expect(rows.length).toBe(expected.length);
  // Not compared as a whole, because a report of millions of rows would never end.
  expect(rows.find((row, i) => row !== expected[i])).toBeUndefined();
});
