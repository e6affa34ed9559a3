import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { advanceModel } from '../../../../../src/stores/warehouse/duckdb/advance-model.ts';
import type { DuckDB } from '../../../../../src/stores/warehouse/duckdb/duckdb.ts';
import { loadBatch } from '../../../../../src/stores/warehouse/duckdb/load-batch.ts';
import { describeModels } from '../../../../../src/stores/warehouse/duckdb/models/models.ts';
import { readStatements } from '../../../../../src/stores/warehouse/duckdb/models/statements.ts';
import { countQuarantined } from '../../../../../src/stores/warehouse/duckdb/quarantine.ts';
import { createWarehouseFile } from '../../../../../src/stores/warehouse/duckdb/warehouse-file.ts';
import type { Batch, TextRow } from '../../../../../src/stores/warehouse/warehouse.ts';
import { AUDIT, auditRow, SEARCHES, searchRow } from '../rows.ts';
import { noting } from './watch-statements.ts';

const nothing = () => undefined;
const statements = readStatements();
const models = describeModels(statements);
const HOLD = JSON.stringify({
  after: {
    lot_id: '0199b0d4-7c1e-7a52-9c3b-2f6d5e8a1b40',
    space_count: 1,
    starts_at: '2026-11-21T09:00:00Z',
    ends_at: '2026-11-21T10:00:00Z',
    expires_at: '2026-11-21T10:00:00Z',
  },
});

/** A row of no action that a fact is made of. */
const otherRow = auditRow;
const holdRow = (id: number, diff: string) =>
  auditRow(id).with(5, 'hold.created').with(6, 'hold_1').with(-1, diff);

/** A new warehouse with these rows as its first batch. `ran`: what ran on it, but for the state. */
async function openWith(source: Pick<Batch, 'source' | 'table'>, rows: TextRow[]) {
  const directory = mkdtempSync(join(tmpdir(), 'hexlot-advance-'));
  const path = join(directory, 'warehouse.duckdb');
  const resources = { threads: 1, memoryMib: 256 };
  const { duckdb } = await createWarehouseFile({ path, statements, models, resources });
  onTestFinished(async () => {
    await duckdb.close();
    rmSync(directory, { recursive: true });
  });
  await duckdb.transaction((session) =>
    loadBatch(session, { ...source, number: 1, rows }, nothing),
  );
  const ran: string[] = [];
  const noted: DuckDB = {
    ...duckdb,
    alone: (work) => duckdb.alone((session) => work(noting(session, ran))),
    transaction: (work) => duckdb.transaction((session) => work(noting(session, ran))),
  };
  const advance = (model: string) => advanceModel(noted, models, { model, through: 1 }, nothing);
  return { duckdb, advance, ran };
}

test.each<[string, TextRow, string[]]>([
  ['of nothing that a fact is made of', otherRow(1), []],
  ['of a hold', holdRow(1, HOLD), ['3_facts/fct_holds']],
])(
  'after a row %s, only facts of such rows run, and no view is counted',
  async (_what, row, facts) => {
    const { advance, ran } = await openWith(AUDIT, [row]);
    let rowCount = 0;
    for (const { name, source } of models.contents.facts)
      if (source === 'audit_log') rowCount += await advance(name);
    expect(rowCount).toBe(facts.length);
    expect(ran.filter((path) => path.startsWith('3_facts/'))).toEqual(facts);
    expect(ran).not.toContain('quarantine/window_count');
  },
);

test('a row that cannot be read is set aside, although no other is added', async () => {
  const { advance, duckdb } = await openWith(AUDIT, [holdRow(1, '{}'), otherRow(2)]);
  expect(await advance('fct_holds')).toBe(0);
  expect(await duckdb.alone(countQuarantined)).toMatchObject([{ fact: 'fct_holds', rowCount: 1 }]);
});

test('a fact of another source than the audit log reads all rows of that', async () => {
  const { advance } = await openWith(SEARCHES, [searchRow(1), searchRow(2)]);
  expect(await advance('fct_searches')).toBe(2);
});
