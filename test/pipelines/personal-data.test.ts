import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/ids.ts';
import { openTestDatabase, type TestDatabase } from '../database.ts';
import { addCaller, addLot } from '../fixtures.ts';
import { openTestWarehouse, type TestWarehouse } from '../warehouse.ts';
import { addSearch, addStay } from './parking.ts';

const PLATE = 'ZQ7MARKER9X';
const EMAIL = 'marker.person@example.org';
const IP = '203.0.113.77';

let database: TestDatabase;
let warehouse: TestWarehouse;

beforeAll(async () => {
  database = await openTestDatabase();
  warehouse = await openTestWarehouse(database, undefined, { rowCountMin: 1, rowCountMax: 1_000 });
});
afterAll(async () => {
  await warehouse.close();
  await database.drop();
});

/** Writes a session with a plate, a driver, and a search with an address, as the product does. */
async function addPerson(sessionCode = 'AAAA-AAAA'): Promise<void> {
  const plate = `${PLATE}${sessionCode[0]}`;
  const { operatorId, keyId } = await addCaller(database);
  const lotId = await addLot(database, { operator_id: operatorId });
  const { sessionId, startedAt } = await addStay(database, { lotId, endedAt: new Date() });
  await database.sql(
    `with vehicle as (
       insert into vehicles (livemode, plate) values (true, $1) returning vehicle_id
     ), driver as (
       insert into drivers (livemode, email) values (true, $2) returning driver_id
     )
     insert into sessions (session_id, session_code, lot_id, operator_id, livemode, vehicle_id,
       creator_operator_id, driver_id, key_id, status, source, rate_minor, rate_unit, currency,
       started_at, expected_end, estimated_minor)
     select $3, $8, $4, $5, true, vehicle_id, $5, driver_id, $6, 'active', 'api', 100,
       'hour', 'cad', $7, $7, 100
     from vehicle, driver`,
    [plate, `${plate}${EMAIL}`, sessionId, lotId, operatorId, keyId, startedAt, sessionCode],
  );
  await addSearch(database, { latitude: 43.6512345, longitude: -79.3898765 });
  await database.sql(
    `insert into search_callers (search_id, caller, latitude, longitude)
     select search_id, hash_caller(secret, 'key ' || $1 || $2), 43.6512345, -79.3898765
     from search_log, caller_secret
     on conflict do nothing`,
    [keyId, IP],
  );
}

/** The bytes of every file of the warehouse: its own, its log and those of the archive. */
function filesOf({ path }: TestWarehouse): { name: string; bytes: Buffer }[] {
  const directory = dirname(path);
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => ({ name, bytes: readFileSync(join(parentPath, name)) }));
}

/** Every row of the archive as text: the files themselves are compressed. */
async function archivedRows(): Promise<string> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    const files = readdirSync(warehouse.archive).map((name) => join(warehouse.archive, name));
    const rows: unknown[] = [];
    for (const file of files) {
      const read = `select to_json(t)::varchar as row from read_parquet('${file}') as t`;
      rows.push(...(await connection.runAndReadAll(read)).getRowObjectsJS());
    }
    return JSON.stringify(rows);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

test('the warehouse file has no plate, e-mail, address or exact position, as text or as bytes', async () => {
  await addPerson();
  await warehouse.refresh();
  const tables = (await warehouse.rows(
    `select table_name from duckdb_tables() where not internal`,
  )) as { table_name: string }[];
  expect(tables.length).toBeGreaterThan(10);
  for (const { table_name } of tables) {
    const rows = JSON.stringify(
      await warehouse.rows(`select to_json(t)::varchar as row from ${table_name} t`),
    );
    for (const marker of [PLATE, EMAIL, IP, '43.65123']) expect(rows).not.toContain(marker);
  }
  await warehouse.release();
  const bytes = readFileSync(warehouse.path);
  for (const marker of [PLATE, EMAIL, IP]) expect(bytes.includes(marker)).toBe(false);
});

test('nor has any file of the archive, while it is written or afterwards', async () => {
  await addPerson('BBBB-BBBB');
  const seen: string[] = [];
  await warehouse.refresh((point) => {
    if (!point.startsWith('pack-rows')) return;
    for (const { name, bytes } of filesOf(warehouse)) {
      seen.push(name);
      for (const marker of [PLATE, EMAIL, IP]) expect(bytes.includes(marker), name).toBe(false);
    }
  });
  expect(seen.some((name) => name.endsWith('.unfinished'))).toBe(true);
  expect(seen.some((name) => name.endsWith('.parquet'))).toBe(true);
  const rows = await archivedRows();
  expect(rows).toContain('session.created');
  for (const marker of [PLATE, EMAIL, IP, '43.65123']) expect(rows).not.toContain(marker);
});

test('the scan can find a text: it finds the id of a stay', async () => {
  const session = newId('ses');
  await warehouse.rows(`insert into raw_audit
    values (0, 0, 0, now(), true, 'op', 'test.done', '${session}', null, '{}')`);
  const bytes = readFileSync(warehouse.path);
  expect(bytes.includes(session)).toBe(true);
});
