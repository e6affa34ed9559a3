import {
  copyFileSync,
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  type DuckDBSession,
  openDuckDB,
} from '../../../../../src/stores/warehouse/duckdb/duckdb.ts';
import { partsFor, runInParts } from '../../../../../src/stores/warehouse/duckdb/run-in-parts.ts';
import { isFull } from '../../../../stage/size.ts';
import { fillWarehouse, writeHeavyWarehouse } from './heavy-warehouse.ts';

const STAYS = isFull ? 20_000 : 2_500;
/** With less than half of them the statement would not run out of memory. */
const NUMBERS = isFull ? 8_000_000 : 4_500_000;

test('a statement is cut into as many parts as half of the memory is enough for', () => {
  expect(partsFor(0, { memoryMib: 64 })).toBe(1);
  expect(partsFor(32 * 1_024, { memoryMib: 64 })).toBe(1);
  expect(partsFor(32 * 1_024 + 1, { memoryMib: 64 })).toBe(2);
  expect(partsFor(10_000_000, { memoryMib: 1_024 })).toBe(20);
});

test('what is computed in three parts is what one part has', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'hexlot-parts-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const path = join(directory, 'whole.duckdb');
  await writeHeavyWarehouse(path, { lots: 160, stays: STAYS, areas: 10 });
  const cut = join(directory, 'cut.duckdb');
  copyFileSync(path, cut);
  const memoryMib = 1_024;
  const whole = await fillWarehouse(path, { threads: 1, memoryMib });
  for (const mart of ['market_rate_by_lot', 'areas', 'area_weeks', 'area_history', 'use'])
    expect(
      whole.some((row) => row.startsWith(`${mart} `)),
      mart,
    ).toBe(true);
  const neededKib = 3 * (memoryMib / 2) * 1_024;
  expect(partsFor(neededKib, { memoryMib })).toBe(3);
  const root = join(directory, 'statements');
  expect(copyWithEstimates(root, neededKib)).toBeGreaterThan(10);
  expect(await fillWarehouse(cut, { threads: 4, memoryMib }, root)).toEqual(whole);
});

/** Copies the statements; all that can be cut say that they need so much. Returns how many can. */
function copyWithEstimates(root: string, neededKib: number): number {
  cpSync('sql/warehouse', root, { recursive: true });
  const estimated = globSync('**/*.sql', { cwd: root }).filter((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const changed = text.replace(/^-- memory_kib: .+$/m, `-- memory_kib: ${neededKib}`);
    if (changed !== text) writeFileSync(join(root, path), changed);
    return changed !== text;
  });
  return estimated.length;
}

/** Lists numbers, for which one part needs more memory than its comment says. */
const HEAVY = `-- memory_kib: 1
create or replace temp table heavy as
select i % 7 as key, list(i::hugeint) as numbers
from range(${NUMBERS}) as t (i) where i % $parts::bigint = $part::bigint group by all`;

test('a statement that ran out of memory is cut as small as worked from then on', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'hexlot-learnt-'));
  const statements = new Map([['heavy', HEAVY]]);
  const resources = { threads: 1, memoryMib: 64 };
  const duckdb = await openDuckDB(join(directory, 'file.duckdb'), statements, resources);
  onTestFinished(async () => {
    await duckdb.close();
    rmSync(directory, { recursive: true });
  });
  await duckdb.alone(async (session) => {
    const first = await countRuns(session);
    const second = await countRuns(session);
    expect(first.failed).toBeGreaterThan(0);
    expect(second).toEqual({ worked: expect.any(Number), failed: 0 });
  });
});

async function countRuns(session: DuckDBSession): Promise<{ worked: number; failed: number }> {
  const runs = { worked: 0, failed: 0 };
  const counting =
    (run: (path: string, values: Record<string, number>) => Promise<number>) =>
    async (path: string, values = {}) => {
      try {
        const rowCount = await run(path, values);
        runs.worked += 1;
        return rowCount;
      } catch (error) {
        runs.failed += 1;
        throw error;
      }
    };
  const { run, runOn } = session;
  await runInParts({ ...session, run: counting(run), runOn: counting(runOn) }, 'heavy', {});
  return runs;
}
