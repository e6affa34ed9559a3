import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../../../src/stores/migrations/migrate.ts';
import { openDatabaseBefore, type TestDatabase } from '../../../stage/database.ts';
import { openParking } from '../../../stage/parking.ts';

const OLD = ['evt_01', 'evt_02', 'evt_03'];

let database: TestDatabase;

beforeAll(async () => {
  database = await openDatabaseBefore('000022');
  const [last, first, middle] = [OLD[2], OLD[0], OLD[1]];
  for (const id of [last, first, middle])
    await database.sql(
      `insert into events (event_id, type, livemode, operator_id, entity_id, data)
       values ($1, 'lot.updated', true, 'op_1', 'lot_1', '{}')`,
      [id],
    );
  await migrate(database.connectionString);
});
afterAll(() => database.drop());

const READ = `
  select event_id, type, entity_id, tx::text as tx from events
  where (tx, event_id) > ($1::xid8, $2) and tx < pg_snapshot_xmin(pg_current_snapshot())
  order by tx, event_id`;

test('events from before come first, in the order they were made', async () => {
  await database.passHorizon();
  expect(await database.sql(READ, ['0', ''])).toMatchObject(OLD.map((event_id) => ({ event_id })));
});

test('an event comes after those whose transactions ended before its own', async () => {
  const parking = await openParking();
  const lotId = await parking.addLot({ total_spaces: 10 });
  const sessions: string[] = [];
  for (let i = 0; i < 3; i += 1) sessions.push((await parking.park(lotId)).sessionId);
  const { passHorizon, sql, drop } = parking.database;
  await passHorizon();
  const read = await sql<{ entity_id: string; tx: string }>(READ, ['0', '']);
  expect(read.map(({ entity_id }) => entity_id)).toEqual(sessions);
  const audited = await sql(
    `select tx::text as tx from audit_log where action = 'session.created' order by audit_id`,
  );
  expect(read.map(({ tx }) => ({ tx }))).toEqual(audited);
  await drop();
});
