import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../src/access/ids.ts';
import { childEnvironment } from '../../../src/config.ts';
import { findCrowds } from '../../../src/demand/searches/find-crowds.ts';
import { placeLots } from '../../../src/demand/searches/place-lots.ts';
import {
  addAgentSearch,
  addCounts,
  addSearch,
  addStay,
  HOUR_MS,
} from '../../pipelines/stage/parking.ts';
import {
  addWorld,
  EXPECTED_FACTS,
  expectSameMarts,
  FOUND_FACTS,
} from '../../pipelines/stage/world.ts';
import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';
import { addCaller, addLot } from '../../stage/fixtures.ts';
import { partOf, randomFrom, seedOfRun } from '../../stage/random.ts';
import { isFull } from '../../stage/size.ts';
import { openTestWarehouse, type TestWarehouse } from '../../stage/warehouse.ts';

const KILLS_AT_EACH_POINT = isFull ? 20 : 1;
const KILLS_OF_THE_ROLE = isFull ? 40 : 2;
/** Of so many points one is tried in a run, others in each. */
const PARTS_OF_POINTS = 12;
/** At most this many stays are written in one life of the role. */
const STAYS_MAX = 150;

/** Passed only where there are bookings of more than 2 seconds ago: not before each kill. */
const READS_OLD_ROWS = 'find-conversions written';

const ONE_REFRESH = fileURLToPath(new URL('./pipelines-process.ts', import.meta.url));
const PROGRAM = fileURLToPath(new URL('../../../bin/hexlot.ts', import.meta.url));

const seed = seedOfRun();
const random = randomFrom(seed);
let database: TestDatabase;
let warehouse: TestWarehouse;
let lotIds: string[];
let operatorId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  lotIds = await addWorld(database, random, { lots: 5, staysPerLot: 10 });
  ({ operatorId } = await addCaller(database));
});
afterAll(() => database.drop());
beforeEach(async () => {
  warehouse = await openTestWarehouse(database);
  return () => warehouse.close();
});

/**
 * A stay, a count and a search, and at a new place a lot, a crowd of agents and a conversion, so
 * that every step of a refresh has something to do.
 */
async function somethingHappens(): Promise<void> {
  const lotId = lotIds[Math.floor(random() * lotIds.length)] ?? '';
  // Whole days change with what began before today.
  const at = new Date(Date.now() - Math.floor(random() * 23 * HOUR_MS));
  await addStay(database, {
    lotId,
    startedAt: at,
    ...(random() < 0.8 ? { endedAt: new Date() } : {}),
  });
  await addSearch(database, { latitude: 43.65 + random() / 20, longitude: -79.38, at });
  await addCounts(database, [{ lotId, at, occupied: Math.floor(random() * 9) }]);
  const centre = { lat: 42 + random() * 2, lng: -80 + random() * 2 };
  const place = { latitude: centre.lat, longitude: centre.lng };
  await addLot(database, { operator_id: operatorId, ...place });
  for (const keyId of ['key_a', 'key_b', 'key_c']) {
    const caller = { keyId, operatorId, ip: null };
    await addAgentSearch(database, random, { at, centre, caller });
  }
  await database.sql(
    `insert into conversions (booking_id, livemode, city_id, searched_on)
     values ($1, true, 6167865, current_date)`,
    [newId('ses')],
  );
}

/** Writes crowds and cities, so that there are some to drain while a late row holds others back. */
async function readOn(): Promise<void> {
  await database.passHorizon();
  await findCrowds(database.pipelines);
  await placeLots(database.pipelines);
}

/** The second refresh drains what the first one found and wrote into Postgres. */
async function refreshTwice(): Promise<void> {
  await warehouse.refresh();
  await warehouse.refresh();
}

/**
 * Facts equal the audit rows, each exactly once, and readers see the same as with a warehouse built
 * from nothing.
 */
async function expectExactlyOnce(): Promise<void> {
  const refresh = async () => {
    await refreshTwice();
    expect(await warehouse.rows(FOUND_FACTS)).toEqual(await database.sql(EXPECTED_FACTS));
  };
  await expectSameMarts(database, refresh, warehouse.rebuild);
  await warehouse.release();
}

async function pointsOfARefresh(): Promise<string[]> {
  const points: string[] = [];
  await somethingHappens();
  await warehouse.refresh((point) => points.push(point));
  await warehouse.release();
  return points.filter((point) => !point.endsWith(' begins') && point !== READS_OLD_ROWS);
}

/** Writes a row before others and commits it after they were drained. */
async function beginLate(): Promise<{ commit(): Promise<void> } & AsyncDisposable> {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  await client.query('begin');
  await client.query(
    `insert into search_log (livemode, kind, cell, cell_latitude, cell_longitude, radius_m,
       found_lot_count, available_lot_count)
     select livemode, kind, cell, cell_latitude, cell_longitude, radius_m, found_lot_count,
       available_lot_count
     from search_log limit 1`,
  );
  await client.query(
    `insert into audit_log (actor_type, actor_id, livemode, action, entity_id, diff)
     select actor_type, actor_id, livemode, action, $1, diff
     from audit_log where action = 'session.closed' limit 1`,
    [newId('ses')],
  );
  return {
    async commit() {
      await client.query('commit');
    },
    // Also when the test fails: an open transaction would hold every later drain back.
    [Symbol.asyncDispose]: () => client.end(),
  };
}

async function endOf(child: ChildProcess): Promise<NodeJS.Signals | number | null> {
  const [code, signal] = await once(child, 'exit');
  return signal ?? code;
}

test(`${KILLS_AT_EACH_POINT} kills at points of a refresh lose and double nothing (seed ${seed})`, async () => {
  for (const point of partOf(await pointsOfARefresh(), random, PARTS_OF_POINTS)) {
    for (let kill = 0; kill < KILLS_AT_EACH_POINT; kill++) {
      await somethingHappens();
      await readOn();
      await somethingHappens();
      await using late = await beginLate();
      await somethingHappens();
      const child = spawn(
        process.execPath,
        [ONE_REFRESH, database.pipelines.connectionString, warehouse.path, point],
        { stdio: 'inherit' },
      );
      expect(await endOf(child), point).toBe('SIGKILL');
      await late.commit();
    }
    await refreshTwice();
    const facts = await warehouse.rows(FOUND_FACTS);
    expect(facts, point).toEqual(await database.sql(EXPECTED_FACTS));
  }
  await expectExactlyOnce();
});

test(`${KILLS_OF_THE_ROLE} kills of the role while stays come in lose and double nothing (seed ${seed})`, async () => {
  for (let kill = 0; kill < KILLS_OF_THE_ROLE; kill++) {
    const child = spawn(process.execPath, [PROGRAM, 'pipelines'], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: childEnvironment({
        HEXLOT_DATABASE_URL: database.connectionString,
        HEXLOT_DATA_DIR: dirname(warehouse.path),
        HEXLOT_WAREHOUSE_URL: warehouse.path,
        HEXLOT_REFRESH_SECONDS: '1',
        HEXLOT_LOG_LEVEL: 'error',
      }),
    });
    await once(child, 'message');
    await using late = await beginLate();
    for (let stay = Math.floor(random() * STAYS_MAX); stay > 0; stay--) await somethingHappens();
    await late.commit();
    await somethingHappens();
    child.kill('SIGKILL');
    expect(await endOf(child)).toBe('SIGKILL');
  }
  await expectExactlyOnce();
});
