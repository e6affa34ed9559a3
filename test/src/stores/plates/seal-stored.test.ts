import { readFileSync } from 'node:fs';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { importStays } from '../../../../src/imports/sessions/import-stays.ts';
import { erase } from '../../../../src/parking/privacy/erase.ts';
import { exportPlate } from '../../../../src/parking/privacy/export-plate.ts';
import { requestErasure } from '../../../../src/parking/privacy/request-erasure.ts';
import { findSession } from '../../../../src/parking/sessions/find-session.ts';
import { newDataKey } from '../../../../src/stores/plates/data-key.ts';
import { openPlates } from '../../../../src/stores/plates/open-plates.ts';
import type { PlateSeal } from '../../../../src/stores/plates/plate-seal.ts';
import { findSealStage, sealStored } from '../../../../src/stores/plates/seal-stored.ts';
import { openPostgres, type Postgres } from '../../../../src/stores/postgres.ts';
import { opened, sealed, TEST_PLATES } from '../../../plates.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { openParking, type Parking } from '../../../stage/parking.ts';
import { openPost } from '../../outbound/webhooks/stage.ts';

const CONTEXT = { requestId: 'req_1', remember: undefined };

let database: TestDatabase;
/** Of the API and of commands, in processes that began before all was sealed. */
let early: Postgres;
let owner: Postgres;
let parking: Parking;
let lotId: string;

beforeEach(async () => {
  database = await openTestDatabase('plain');
  ({ db: early, owner } = database);
  parking = await openParking(database);
  lotId = await parking.addLot({ total_spaces: 200 });
});
afterEach(() => database.drop());

/** Reads by a process of the API that begins now. */
async function readLater<T>(plates: PlateSeal, read: (db: Postgres) => Promise<T>): Promise<T> {
  const { connectionString } = early;
  const log = pino({ level: 'silent' });
  const db = openPostgres({ connectionString, poolSize: 2, name: 'later', log, plates });
  return read(db).finally(db.close);
}

const storedPlates = async () =>
  (await database.sql<{ plate: string }>('select plate from vehicles order by vehicle_id')).map(
    ({ plate }) => plate,
  );
const plainTables = (text: string) => parking.tablesWith(text, [text]);

/** What a process knows of a plate. */
async function known(db: Postgres, plate: string) {
  const { sessions, holds } = await exportPlate(db, parking.caller, plate, 'req_1');
  return {
    stays: sessions.map(({ sessionId, shownPlate }) => [sessionId, shownPlate]),
    holds: holds.map(({ holdId, plate: stored }) => [holdId, stored]),
  };
}

const importOf = (plate: string) =>
  importStays(owner, {
    livemode: true,
    actorId: 'test',
    stays: [
      {
        ...{ lotId, plate, startedAt: '2026-01-01T10:00:00Z', endedAt: '2026-01-01T11:00:00Z' },
        ...{ amountMinor: 100, currency: 'cad' },
      },
    ],
  });

const askErasure = (plate: string) =>
  requestErasure(early, parking.caller, { plate, email: null, waitDays: 0 }, CONTEXT);

test('what was stored plain is found as before once it is sealed, by processes old and new', async () => {
  const stay = await parking.park(lotId, { plate: 'MÜ-AB 12' });
  await parking.hold(lotId, { plate: 'HELD 1' });
  await importOf('IMP1');
  expect((await storedPlates()).sort()).toEqual(['HELD1', 'IMP1', 'MÜAB12']);
  expect(await plainTables('MÜ-AB 12')).toEqual(['public.shown_plates']);
  const plates = ['mü ab 12', 'held1', 'imp1'];
  const before = await Promise.all(plates.map((plate) => known(early, plate)));
  expect(before[0]).toMatchObject({ stays: [[stay.sessionId, 'MÜ-AB 12']] });

  expect(await sealStored({ db: owner, rowCountMax: 1 })).toBe(5);

  expect(await findSealStage(owner)).toBe('sealed');
  expect((await storedPlates()).map(opened).sort()).toEqual(['HELD1', 'IMP1', 'MÜAB12']);
  for (const text of ['MÜ-AB 12', 'MÜAB12', 'HELD1', 'IMP1'])
    expect(await plainTables(text), text).toEqual([]);
  const knownTo = (db: Postgres) => Promise.all(plates.map((plate) => known(db, plate)));
  expect(await knownTo(early)).toEqual(before);
  expect(await readLater(TEST_PLATES, knownTo)).toEqual(before);
  expect(await sealStored({ db: owner })).toBe(0);
});

test('a plate that is stored plain gets no second vehicle while sealing goes on', async () => {
  await parking.park(lotId, { plate: 'TWICE 1' });
  await importOf('TWICE2');
  await database.sql('select begin_sealing()');
  const other = await parking.addLot();
  await parking.park(other, { plate: 'TWICE 1' });
  expect(await parking.hold(other, { plate: 'TWICE 2', from: 60 })).toMatchObject({});
  expect(await importOf('TWICE2')).toMatchObject({ created: 0 });
  expect(await importOf('TWICE1')).toMatchObject({ created: 1 });
  await parking.park(other, { plate: 'NEW 1' });
  expect(await storedPlates()).toEqual(['TWICE1', 'TWICE2', sealed('NEW1')]);
});

test('stays that begin while sealing begins and goes on have one vehicle for each plate', async () => {
  const plates = Array.from({ length: 12 }, (_, i) => `CROWD${i}`);
  const lots = await Promise.all(plates.map(() => parking.addLot({ total_spaces: 200 })));
  const parkAll = (at: string) =>
    Promise.all(plates.map((plate) => parking.park(at, { plate: `${plate}-X` })));
  let isSealed = false;
  const sealing = sealStored({ db: owner, rowCountMax: 2 }).finally(() => {
    isSealed = true;
  });
  for (const at of lots) await parkAll(at);
  await sealing;
  expect(isSealed).toBe(true);
  expect((await storedPlates()).map(opened).sort()).toEqual(plates.map((p) => `${p}X`).sort());
  expect((await storedPlates()).filter((plate) => plate === opened(plate))).toEqual([]);
  expect(await plainTables('CROWD')).toEqual([]);
});

test('what writes a plate at the moment is waited for', async () => {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  await client.query('begin');
  await client.query(`insert into vehicles (livemode, plate) values (true, 'LATE1')`);
  const sealing = sealStored({ db: owner });
  // It gives up its place for a moment, so others go on.
  const other = parking.park(lotId, { plate: 'OTHER 1' });
  await expect(other).resolves.toMatchObject({ plate: 'OTHER1' });
  const parked = parking.park(lotId, { plate: 'LATE 1' });
  await client.query('commit');
  await client.end();
  await expect(Promise.all([sealing, parked])).resolves.toHaveLength(2);
  expect((await storedPlates()).map(opened).sort()).toEqual(['LATE1', 'OTHER1']);
  expect(await plainTables('LATE1')).toEqual([]);
});

test('a process of the version before is refused, and stores nothing plain', async () => {
  await sealStored({ db: owner });
  const vehicle = `insert into vehicles (livemode, plate) values (true, 'OLD1')`;
  await expect(database.sql(vehicle)).rejects.toMatchObject({ constraint: 'plates_sealed' });
  const erasure = `insert into erasures (erasure_id, operator_id, livemode, kind, subject, due_at)
    values ('era_1', $1, true, 'plate', 'OLD1', now())`;
  await expect(database.sql(erasure, [parking.caller.operatorId])).rejects.toMatchObject({
    constraint: 'plates_sealed',
  });
});

test('an erasure waits while sealing goes on, and then finds its plate', async () => {
  await parking.end(await parking.park(lotId, { plate: 'GONE 1' }));
  await parking.end(await parking.park(lotId, { plate: 'GONE 2' }));
  const before = await askErasure('GONE 1');
  await database.sql('select begin_sealing()');
  const during = await askErasure('GONE 2');
  const run = (erasureId: string) => erase({ db: database.pipelines }, { erasureId, isNow: true });
  for (const { erasureId } of [before, during]) expect(await run(erasureId)).toBe(false);
  expect(await parking.tablesWith('GONE1')).toContain('public.vehicles');
  await sealStored({ db: owner });
  for (const { erasureId } of [before, during]) expect(await run(erasureId)).toBe(true);
  for (const text of ['GONE1', 'GONE2']) expect(await parking.tablesWith(text)).toEqual([]);
});

test('when the key is lost, what the manual says to run leaves stays without their plates', async () => {
  const { sessionId } = await parking.park(lotId, { plate: 'MÜ-LL 1' });
  await parking.hold(lotId, { plate: 'HELD 2' });
  await askErasure('MÜ-LL 1');
  await sealStored({ db: owner });
  const [, lines = ''] = /```sql\n([^`]+)```/.exec(readFileSync('docs/running.md', 'utf8')) ?? [];
  await database.sql(lines);
  const keys = [newDataKey()];
  const key = { name: 'HEXLOT_PLATE_KEY', read: async () => keys };
  const plates = await openPlates(database.connectionString, key);
  expect(plates.isWhole).toBe(false);
  expect(await sealStored({ db: owner })).toBe(0);
  for (const text of ['MÜ-LL 1', 'MÜLL1', 'HELD2'])
    expect(await parking.tablesWith(text)).toEqual([]);
  const stay = await readLater(plates, (db) => findSession(db, parking.caller, sessionId));
  expect(stay).toMatchObject({ sessionId, plate: null, shownPlate: null, status: 'active' });
});

test('bodies that were made are made again, as the receiver knows them', async () => {
  const post = await openPost(database, parking.caller.operatorId);
  await post.relay();
  await post.addWebhook({ events: ['session.created'] });
  await parking.park(lotId, { plate: 'BODY 9' });
  await post.relay();
  const bodies = async () => (await post.claim()).map(({ body }) => body);
  const before = await bodies();
  expect(before.join()).toContain('"BODY 9"');
  expect(await plainTables('BODY 9')).toContain('public.event_bodies');
  await sealStored({ db: owner });
  expect(await plainTables('BODY 9')).toEqual([]);
  await database.sql('update deliveries set lease_ends_at = now()');
  expect(await bodies()).toEqual(before);
});
