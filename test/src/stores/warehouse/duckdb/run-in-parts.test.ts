import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { partsFor } from '../../../../../src/stores/warehouse/duckdb/run-in-parts.ts';
import { fillWarehouse, writeHeavyWarehouse } from './heavy-warehouse.ts';

test('a statement is cut into as many parts as half of the memory is enough for', () => {
  expect(partsFor(0, { memoryMib: 64 })).toBe(1);
  expect(partsFor(32 * 1_024, { memoryMib: 64 })).toBe(1);
  expect(partsFor(32 * 1_024 + 1, { memoryMib: 64 })).toBe(2);
  expect(partsFor(10_000_000, { memoryMib: 1_024 })).toBe(20);
});

test('what is computed in many parts, also in smaller ones than planned, is what one part has', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'hexlot-parts-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const path = join(directory, 'whole.duckdb');
  await writeHeavyWarehouse(path, { lots: 300, stays: 20_000 });
  const cut = join(directory, 'cut.duckdb');
  copyFileSync(path, cut);
  const whole = await fillWarehouse(path, { threads: 1, memoryMib: 2_048 });
  for (const mart of ['market_rate_by_lot', 'areas', 'area_weeks', 'area_history', 'use'])
    expect(
      whole.some((row) => row.startsWith(`${mart} `)),
      mart,
    ).toBe(true);
  expect(await fillWarehouse(cut, { threads: 4, memoryMib: 64 })).toEqual(whole);
});
