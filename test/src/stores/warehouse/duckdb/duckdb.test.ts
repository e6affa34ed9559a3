import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDuckDB } from '../../../../../src/stores/warehouse/duckdb/duckdb.ts';

test('an error says after its kind in which statement it is', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'hexlot-duckdb-'));
  const statements = new Map([['5_marts/areas', "select 'many'::integer"]]);
  const resources = { threads: 1, memoryMib: 64 };
  const duckdb = await openDuckDB(join(directory, 'file.duckdb'), statements, resources);
  onTestFinished(async () => {
    await duckdb.close();
    rmSync(directory, { recursive: true });
  });
  const named = /^Conversion Error in sql\/warehouse\/5_marts\/areas\.sql: Could not convert/;
  await duckdb.alone(async ({ run, query, stream, each }) => {
    await expect(run('5_marts/areas')).rejects.toThrow(named);
    await expect(query('5_marts/areas')).rejects.toThrow(named);
    await expect(stream('5_marts/areas', {}, async () => undefined)).rejects.toThrow(named);
    await expect(each('5_marts/areas', {}, () => undefined)).rejects.toThrow(named);
  });
});
