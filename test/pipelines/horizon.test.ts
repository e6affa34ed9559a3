import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';
import { addCaller, addLot } from '../stage/fixtures.ts';
import { openTestWarehouse, type TestWarehouse } from '../stage/warehouse.ts';

const POLL_MS = 20;

type Row = { process_id: number };

let database: TestDatabase;
let warehouse: TestWarehouse;
let writer: pg.Client;
let operatorId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  ({ operatorId } = await addCaller(database));
  warehouse = await openTestWarehouse(database);
});
afterAll(async () => {
  await warehouse.close();
  await database.drop();
});
beforeEach(async () => {
  writer = new pg.Client({
    connectionString: database.connectionString,
    application_name: 'slow writer',
  });
  await writer.connect();
  return () => writer.end();
});

const LATE = `insert into audit_log (actor_type, actor_id, livemode, action, entity_id, diff)
  values ('system', 'test', true, 'test.done', 'late', '{}')`;

/** The published as_of in UTC, as text with microseconds. */
async function asOf(): Promise<string> {
  const [row] = await database.sql<{ as_of: string }>(
    `select to_char(as_of at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as as_of
     from marts.publication`,
  );
  return row?.as_of ?? '';
}

async function now(): Promise<string> {
  const [row] = await database.sql<{ now: string }>(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as now`,
  );
  return row?.now ?? '';
}

test('as_of never moves back, even when a transaction that began long ago writes only now', async () => {
  await writer.query('begin');
  await warehouse.refresh();
  const promised = await asOf();
  await writer.query(LATE);
  await warehouse.refreshNow();
  expect(await asOf()).toBe(promised);
  await writer.query('commit');
});

test('as_of is before the start of a transaction that still writes, and moves on once it ends', async () => {
  await writer.query('begin');
  await writer.query(LATE);
  const begun = await now();
  await addLot(database, { operator_id: operatorId });
  // The two instants may differ: older transactions of other test files may have ended meanwhile.
  await warehouse.refreshNow();
  expect((await asOf()) < begun).toBe(true);
  await warehouse.refreshNow();
  const held = await asOf();
  expect(held < begun).toBe(true);
  const ended = await now();
  await writer.query('commit');
  await warehouse.refresh();
  expect((await asOf()) > held).toBe(true);
  await database.passHorizon();
  await warehouse.refresh();
  expect((await asOf()) >= ended).toBe(true);
});

test('the transaction that holds the horizon back is named', async () => {
  await writer.query('begin');
  await writer.query(LATE);
  const { rows } = await writer.query<{ transaction: string; process_id: number }>(
    `select pg_current_xact_id()::xid::text as transaction, pg_backend_pid() as process_id,
       now() as started_at, current_database()::text as database, 'slow writer' as application`,
  );
  const named = async () => (await database.sql<Row>('select * from oldest_writer()'))[0];
  // Transactions of other test files may be older for a while.
  while ((await named())?.process_id !== rows[0]?.process_id) await sleep(POLL_MS);
  expect(await named()).toEqual(rows[0]);
});
