import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/access/ids.ts';
import { newUuid } from '../../src/kit/uuid.ts';
import type { Answer, TestApi, TestKey } from '../api/client.ts';
import { startProxiedApi } from '../api/proxied-api.ts';
import type { TestDatabase } from '../stage/database.ts';
import { addLot } from '../stage/fixtures.ts';
import { openTestWarehouse, type TestWarehouse } from '../stage/warehouse.ts';

const PLATE = 'ZQ7MARKER';
const EMAIL = 'marker.person@example.org';
const IP = '203.0.113.77';
const END_USER = 'marker-end-user-4711';

/** Where an agent searches, with more digits than are kept of it. */
const PLACE = { lat: 43.6512345, lng: -79.3898765 };
const PLACE_TEXT = '43.65123';
const MARKERS = [PLATE, EMAIL, IP, END_USER];

let api: TestApi;
let database: TestDatabase;
let warehouse: TestWarehouse;
let key: TestKey;

beforeAll(async () => {
  api = await startProxiedApi();
  ({ database } = api);
  warehouse = await openTestWarehouse(database, undefined, { rowCountMin: 1, rowCountMax: 1_000 });
  key = await api.createKey({ agentPlatform: 'claude' });
  await database.sql('update operators set limits_end_users = true');
});
afterAll(async () => {
  await warehouse.close();
  await api.stop();
});

async function call(path: string, body: object): Promise<Answer['body']> {
  const answer = await api.request('POST', path, {
    key: key.secret,
    headers: {
      'x-forwarded-for': IP,
      'x-end-user-id': END_USER,
      'idempotency-key': newUuid(),
    },
    body,
  });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
}

/** An agent searches, reserves and parks for a person. `digit` makes the plate another one. */
async function parkPerson(digit: number): Promise<void> {
  const plate = `${PLATE}${digit}`;
  const lotId = await addLot(database, {
    operator_id: key.operatorId,
    latitude: PLACE.lat + 0.002,
    longitude: PLACE.lng,
  });
  await call('/api/agents/openai/actions', { action: 'search_parking', parameters: PLACE });
  await call('/api/v1/reserve', { lot_id: lotId, plate, intent: 'for 30 minutes' });
  const { session } = await call('/api/v1/sessions', {
    lot_id: lotId,
    plate: `${plate}X`,
    driver_email: EMAIL,
  });
  await call('/api/v1/sessions/end', { session_id: session.id });
}

/** Instants of changes are rounded down to about so much, so a later change may have the same. */
const CHANGE_MS = 50;
/** When each file had last changed that was read long enough after that. */
const changes = new Map<string, number>();

/**
 * The bytes of every file of the warehouse: its own, its log and those of the archive; without
 * those that are as they were when it was asked before.
 */
function newBytesOf({ path }: TestWarehouse): { name: string; bytes: Buffer }[] {
  const directory = dirname(path);
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap(({ parentPath, name }) => {
      const file = join(parentPath, name);
      const { mtimeMs } = statSync(file);
      if (changes.get(file) === mtimeMs) return [];
      if (Date.now() - mtimeMs > CHANGE_MS) changes.set(file, mtimeMs);
      return [{ name, bytes: readFileSync(file) }];
    });
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

test('no file of the warehouse ever has a plate, e-mail, address, end user or exact position', async () => {
  const seen = new Set<string>();
  for (const digit of [1, 2]) {
    await parkPerson(digit);
    await warehouse.refresh(() => {
      for (const { name, bytes } of newBytesOf(warehouse)) {
        seen.add(extname(name));
        for (const marker of MARKERS) expect(bytes.includes(marker), name).toBe(false);
      }
    });
  }
  expect([...seen].sort()).toEqual(['.duckdb', '.parquet', '.unfinished', '.wal']);
  const tables = await warehouse.rows('select table_name from duckdb_tables() where not internal');
  const ofAll = (tables as { table_name: string }[])
    .map(({ table_name }) => `select to_json(t)::varchar as row from ${table_name} t`)
    .join(' union all ');
  const text = (await archivedRows()) + JSON.stringify(await warehouse.rows(ofAll));
  expect(text).toContain('session.created');
  expect(text).toContain('claude');
  for (const marker of [...MARKERS, PLACE_TEXT]) expect(text).not.toContain(marker);
});

test('the scan can find a text: it finds the id of a stay', async () => {
  const session = newId('ses');
  await warehouse.rows(`insert into raw_audit
    values (0, 0, 0, now(), true, 'op', 'test.done', '${session}', null, '{}')`);
  const bytes = readFileSync(warehouse.path);
  expect(bytes.includes(session)).toBe(true);
});
