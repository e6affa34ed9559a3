import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openWarehouse } from '../../../../../src/stores/open-warehouse.ts';
import { promisesOfAnArchive } from '../archive-contract.ts';
import { type Place, promisesOfAWarehouse } from '../contract.ts';
import { AUDIT, auditRow, SEARCHES, searchRow } from '../rows.ts';

const log = pino({ level: 'silent' });
const nothing = () => undefined;
const batch = { ...SEARCHES, number: 1, rows: [searchRow(1)] };

/** An audit row that takes so much space, since it cannot be compressed. */
function longRow(id: number, mib: number) {
  const diff = JSON.stringify({ noise: randomBytes(mib * 2 ** 19).toString('hex') });
  return auditRow(id).with(-1, diff);
}

function newPlace(): Place & { path: string } {
  const directory = mkdtempSync(join(tmpdir(), 'hexlot-warehouse-'));
  const path = join(directory, 'city', 'warehouse.duckdb');
  return {
    path,
    open: () => openWarehouse({ path, log }),
    copy() {
      const other = newPlace();
      cpSync(dirname(path), dirname(other.path), { recursive: true });
      return other;
    },
    remove: () => rmSync(directory, { recursive: true }),
  };
}

describe('DuckDB', () => promisesOfAWarehouse(newPlace));
describe('the archive of DuckDB', () => promisesOfAnArchive(newPlace));

async function openSomewhere() {
  const place = newPlace();
  onTestFinished(place.remove);
  const warehouse = await place.open();
  await warehouse.load(batch, nothing);
  return { ...place, warehouse };
}

test('a file that another process has open is not changed, and opening it fails', async () => {
  const { warehouse, path } = await openSomewhere();
  const open = `import { openWarehouse } from './src/stores/open-warehouse.ts';
    import { pino } from 'pino';
    await openWarehouse({ path: ${JSON.stringify(path)}, log: pino({ level: 'silent' }) })
      .catch((error) => console.log(error.message));`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', open], {
    encoding: 'utf8',
  });
  expect(said).toContain('lock');
  expect(await warehouse.watermark('search_log')).toMatchObject({ id: '1' });
  await warehouse.close();
});

test('only a long log is merged into the file, and at rest any', async () => {
  const { warehouse, path, open } = await openSomewhere();
  const logMib = () =>
    Math.round((statSync(`${path}.wal`, { throwIfNoEntry: false })?.size ?? 0) / 2 ** 20);
  const load = (number: number, mib: number) =>
    warehouse.load({ ...AUDIT, number, rows: [longRow(number, mib)] }, nothing);
  await load(1, 40);
  await warehouse.mergeLog();
  expect(logMib()).toBe(40);
  await load(2, 30);
  await warehouse.mergeLog();
  expect(logMib()).toBe(0);
  await load(3, 10);
  await warehouse.rest();
  expect(logMib()).toBe(0);
  await warehouse.close();
  const reopened = await open();
  expect(await reopened.watermark('audit_log')).toMatchObject({ batch: 3 });
  await reopened.close();
});

test('a file whose state is of another version is replaced by an empty warehouse', async () => {
  const { warehouse, path, open } = await openSomewhere();
  await warehouse.close();
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run(`update warehouse_state set fingerprint = 'of another version'`);
  connection.closeSync();
  instance.closeSync();
  const reopened = await open();
  expect(await reopened.watermark('search_log')).toEqual({ tx: '0', id: '0', batch: 0 });
  await reopened.close();
});
