import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { DuckDBInstance } from '@duckdb/node-api';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importSessions } from '../../../../src/imports/sessions/import-sessions.ts';
import { sealed } from '../../../plates.ts';
import { openPost } from '../../../src/outbound/webhooks/stage.ts';
import { openTestWarehouse, type TestWarehouse } from '../../../stage/warehouse.ts';
import { inHours } from '../../stage.ts';
import { type Erasing, openErasing } from './erasing.ts';

const PLATE = 'ZQ MARK 77';
const EMAIL = 'marker.person@example.org';
const VIN = 'WVWZZZ1JZXW777777';
const END_USER = 'marker-end-user-4711';
/** As they are stored, shown and sent. */
const PLATES = [PLATE, 'ZQMARK77', 'zq-mark-77'];
const PERSON = [...PLATES, EMAIL, EMAIL.toUpperCase(), VIN, END_USER];
const MARKERS = [...PERSON, ...PLATES.map(sealed)];

let erasing: Erasing;
let warehouse: TestWarehouse;
const logged: string[] = [];

beforeAll(async () => {
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
  erasing = await openErasing({ app: { log } });
  warehouse = await openTestWarehouse(erasing.database, undefined, {
    rowCountMin: 1,
    rowCountMax: 1_000,
  });
});
afterAll(async () => {
  await warehouse.close();
  await erasing.api.stop();
});

/** Every column of every table of every schema as text, with the name of its table. */
async function databaseTexts(): Promise<string[]> {
  const tables = await erasing.database.sql<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE'
       and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const texts = [];
  for (const { name } of tables) {
    const rows = await erasing.database.sql<{ text: string }>(
      `select to_jsonb(kept)::text as text from ${name} as kept`,
    );
    texts.push(...rows.map(({ text }) => `${name} ${text}`));
  }
  return texts;
}

/** The log of PostgreSQL itself. */
async function readServerLog(): Promise<string> {
  const [file] = await erasing.database.sql<{ text: string }>(
    'select pg_read_file(pg_current_logfile()) as text',
  );
  return file?.text ?? '';
}

/** The warehouse's files byte by byte, and the rows of the compressed ones. */
async function warehouseTexts(): Promise<string[]> {
  const directory = dirname(warehouse.path);
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const rows = [];
  for (const file of files.filter((name) => name.endsWith('.parquet'))) {
    const read = `select to_json(t)::varchar as row from read_parquet('${file}') as t`;
    rows.push(JSON.stringify((await connection.runAndReadAll(read)).getRowObjectsJS()));
  }
  connection.closeSync();
  instance.closeSync();
  expect(rows.length).toBeGreaterThan(0);
  return [...files.map((file) => `${file} ${readFileSync(file, 'latin1')}`), ...rows];
}

const leaks = (texts: readonly string[], markers = MARKERS) =>
  texts.filter((text) => markers.some((marker) => text.includes(marker)));

/** Leaves every kind of trace of the driver. Returns the ids of what shows receipts. */
async function live(): Promise<{ stays: string[] }> {
  const { sent, lotId, parking } = erasing;
  const headers = { 'X-End-User-Id': END_USER, 'Idempotency-Key': 'held by an agent' };
  const more = {
    driver_email: EMAIL,
    vehicle: { vin: VIN, fleet_id: 'fleet-7' },
    metadata: { user: END_USER, plate: PLATE },
  };
  const stay = await erasing.parked(PLATE, more);
  const intent = `for one hour, plate ${PLATE}`;
  const wish = { lot_id: lotId, intent, plate: PLATE, vehicle: { vin: VIN } };
  const held = await erasing.post('/api/v1/reserve', wish, headers);
  expect(held.status, held.text).toBe(201);
  const { session: redeemed } = await sent(
    'POST',
    `/api/v1/reserve/${held.body.hold.id}/activate`,
    { driver_email: EMAIL.toUpperCase() },
  );
  await sent('POST', '/api/v1/sessions/extend', { session_id: redeemed.id, extend_minutes: 30 });
  await sent('POST', '/api/v1/sessions/end', { session_id: redeemed.id });
  const refund = { amount: 0.01, reason: `gate did not open for ${PLATE}` };
  await sent('POST', `/api/v1/sessions/${stay.id}/refunds`, refund);
  const ahead = { ...wish, starts_at: inHours(5), ends_at: inHours(6) };
  const { hold } = await sent('POST', '/api/v1/reserve', ahead);
  await sent('POST', `/api/v1/reserve/${hold.id}/cancel`);
  const vehicles = [{ plate: PLATE, vin: VIN }];
  const fleet = { fleet_id: 'fleet-7', lot_id: lotId, vehicles };
  const { dispatch } = await sent('POST', '/av-fleet/dispatch', fleet);
  await sent('POST', `/av-fleet/dispatch/${dispatch.id}/release`);
  await sent('GET', `/api/v1/sessions/search?plate=zq-mark-77`);
  await sent('GET', `/api/v1/privacy/export?plate=zq-mark-77`);
  const csv = `lot_ref,plate,started_at,ended_at,amount
lot-1,${PLATE},2026-03-01T10:00:00Z,2026-03-01T11:00:00Z,1\n`;
  const { operatorId } = parking.caller;
  const file = { operatorId, livemode: true, csv: Readable.from([csv]) };
  expect(await importSessions(erasing.database.owner, file)).toMatchObject({ created: 1 });
  return { stays: [stay.id, redeemed.id] };
}

/** A call that fails on the database, and is logged. */
async function failWith(body: object): Promise<void> {
  await erasing.database.sql('alter table drivers rename to gone');
  const answer = await erasing.post('/api/v1/sessions', body);
  await erasing.database.sql('alter table gone rename to drivers');
  expect(answer.status).toBe(500);
}

test('a driver with every kind of trace is in no table, file, log line or webhook after the erasure', async () => {
  const post = await openPost(erasing.database, erasing.key.operatorId);
  await post.relay();
  await post.addWebhook({ events: ['session.created', 'session.ended'] });
  const { stays } = await live();
  await failWith({ lot_id: erasing.lotId, plate: PLATE, driver_email: EMAIL });
  await post.relay();
  const sent = (await post.claim()).map(({ body }) => String(body));
  expect(leaks(sent)).not.toEqual([]);
  await erasing.database.sql(
    `update deliveries set attempts = jsonb_build_array(jsonb_build_object('answer', $1::text))`,
    [`thanks, ${PLATE}`],
  );
  await warehouse.refresh();
  const tablesOf = async (markers?: string[]) =>
    [...new Set(leaks(await databaseTexts(), markers).map((text) => text.split(' ', 1)[0]))].sort();
  // What people write freely: what a receiver answered, why a refund was made, and metadata.
  const freely = ['deliveries', 'refunds', 'sessions'].map((name) => `public.${name}`);
  expect(await tablesOf(PLATES)).toEqual(freely);
  const before = await tablesOf();
  expect(before).toEqual(
    [
      'deliveries',
      'drivers',
      'event_bodies',
      'refunds',
      'sessions',
      'shown_plates',
      'vehicles',
      'vins',
    ].map((name) => `public.${name}`),
  );

  for (const subject of [{ plate: PLATE }, { email: EMAIL }]) await erasing.asked(subject);
  await erasing.passDays(7);
  await erasing.run();
  await warehouse.refresh();

  expect(leaks(await databaseTexts())).toEqual([]);
  expect(leaks(await warehouseTexts())).toEqual([]);
  expect(leaks(logged)).toEqual([]);
  expect(logged.length).toBeGreaterThan(0);
  const serverLog = await readServerLog();
  expect(serverLog).toContain('database system is ready');
  expect(leaks([serverLog])).toEqual([]);
  await erasing.database.sql(`update deliveries set due_at = now(), lease_ends_at = now()`);
  const again = (await post.claim()).map(({ body }) => String(body));
  expect(again.length).toBe(sent.length);
  expect(leaks(again)).toEqual([]);
  const { data } = await erasing.sent('GET', '/api/v1/events?limit=100');
  expect(leaks([JSON.stringify(data)])).toEqual([]);
  for (const id of stays) {
    const { receipt } = await erasing.sent('GET', `/api/v1/sessions/${id}/receipt`);
    expect(receipt).toMatchObject({ plate: null, total: expect.any(Number) });
  }
  const { export: none } = await erasing.sent('GET', '/api/v1/privacy/export?plate=ZQMARK77');
  expect(none).toMatchObject({ sessions: [], holds: [], refunds: [], emails: [] });
});

test('the search finds what is there: the id of a stay, in the tables and in the warehouse', async () => {
  const { id } = await erasing.parked('FOUND 1');
  await warehouse.refresh();
  expect(leaks(await databaseTexts(), [id])).not.toEqual([]);
  expect(leaks(await warehouseTexts(), [id])).not.toEqual([]);
});
