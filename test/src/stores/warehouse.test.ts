import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { pino } from 'pino';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openWarehouse, type Warehouse } from '../../../src/stores/warehouse.ts';

const log = pino({ level: 'silent' });
const directory = mkdtempSync(join(tmpdir(), 'hexlot-warehouse-'));
const row = (id: number) => [
  '7',
  String(id),
  '1763719200123456',
  't',
  'op_1',
  'test.done',
  'thing',
  null,
  '{"a": 1}',
];
const nothing = () => undefined;

let warehouse: Warehouse;
let path: string;
let fileCount = 0;

beforeEach(async () => {
  path = join(directory, `${++fileCount}`, 'warehouse.duckdb');
  warehouse = await openWarehouse({ path, log });
  return () => warehouse.close();
});
afterAll(() => rmSync(directory, { recursive: true }));

const batch = (number: number, ids: number[]) => ({
  source: 'audit_log' as const,
  table: 'raw_audit',
  rows: ids.map(row),
  watermark: { tx: '7', id: String(ids.at(-1)), batch: number },
});

test('a batch and its watermark are there together, or neither is', async () => {
  await warehouse.load(batch(1, [1, 2]), nothing);
  const failing = warehouse.load(batch(2, [3, 4]), () => {
    throw new Error('cut');
  });
  await expect(failing).rejects.toThrow('cut');
  expect(await warehouse.watermark('audit_log')).toEqual({ tx: '7', id: '2', batch: 1 });
  await warehouse.close();
  warehouse = await openWarehouse({ path, log });
  expect(await warehouse.watermark('audit_log')).toEqual({ tx: '7', id: '2', batch: 1 });
});

test('a model and its progress move together, or neither does', async () => {
  await warehouse.load(batch(1, [1]), nothing);
  const model = '3_facts/fct_stays';
  const failing = warehouse.advance(model, { from: 0, through: 1 }, () => {
    throw new Error('cut');
  });
  await expect(failing).rejects.toThrow('cut');
  expect(await warehouse.progress(model)).toBe(0);
  await warehouse.advance(model, { from: 0, through: 1 }, nothing);
  expect(await warehouse.progress(model)).toBe(1);
});

test('what is asked for at once runs one after another, and an error holds up nobody', async () => {
  const results = await Promise.allSettled([
    warehouse.load(batch(1, [1]), nothing),
    warehouse.check('checks/no_such_check', {}),
    warehouse.load(batch(2, [2]), nothing),
    warehouse.watermark('audit_log'),
  ]);
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
  expect(results[3]).toMatchObject({ value: { id: '2', batch: 2 } });
});

test('a file that another process holds is left alone, and said so', async () => {
  await warehouse.load(batch(1, [1]), nothing);
  const open = `import { openWarehouse } from './src/stores/warehouse.ts';
    import { pino } from 'pino';
    await openWarehouse({ path: ${JSON.stringify(path)}, log: pino({ level: 'silent' }) })
      .catch((error) => console.log(error.message));`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', open], {
    encoding: 'utf8',
  });
  expect(said).toContain('lock');
  expect(await warehouse.watermark('audit_log')).toMatchObject({ id: '1' });
});

test('a warehouse of other SQL files starts from nothing', async () => {
  await warehouse.load(batch(1, [1]), nothing);
  await warehouse.close();
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run(`update warehouse_state set fingerprint = 'of another version'`);
  connection.closeSync();
  instance.closeSync();
  warehouse = await openWarehouse({ path, log });
  expect(await warehouse.watermark('audit_log')).toEqual({ tx: '0', id: '0', batch: 0 });
});
