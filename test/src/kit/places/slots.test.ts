import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openProvider, type Provider } from '../../../../src/stores/geocoding/provider.ts';
import { openPostgres, type Postgres } from '../../../../src/stores/postgres.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { json, type NominatimServer, openNominatimServer } from './nominatim-server.ts';

const TIMEOUT_MS = 60_000;
const FROM_TURN = `select extract(epoch from clock_timestamp() - max(slot_at))::float8 * 1000 as ms
  from geocoder_slots`;

let database: TestDatabase;
let otherDb: Postgres;
let server: NominatimServer;
let waits: number[];

beforeAll(async () => {
  database = await openTestDatabase();
  otherDb = openPostgres({
    connectionString: database.connectionString,
    poolSize: 4,
    name: 'other',
    log: pino({ level: 'silent' }),
  });
  server = await openNominatimServer();
  await database.sql(`
    create table taken_slots (slot_at timestamptz);
    create function note_slot() returns trigger language plpgsql security definer as $$
    begin
      insert into taken_slots values (new.slot_at);
      return null;
    end $$;
    create trigger note_slot after insert or update on geocoder_slots
      for each row execute function note_slot()`);
});
afterAll(async () => {
  await server.close();
  await otherDb.close();
  await database.drop();
});
beforeEach(async () => {
  await database.sql('truncate geocodes, geocoder_slots, taken_slots');
  server.requests.length = 0;
  server.answerWith(json([]));
  waits = [];
});

function open(db: Postgres, timeoutMs = TIMEOUT_MS): Provider {
  return openProvider({
    speaks: 'nominatim',
    db,
    baseUrl: server.baseUrl,
    userAgent: 'test',
    timeoutMs,
    wait: async (ms) => void waits.push(ms),
  });
}

/** How far the given instants are from each other and from the clock, in milliseconds. */
async function takenSlots() {
  return database.sql<{ gap_ms: number | null; from_now_ms: number }>(
    `select extract(epoch from slot_at - lag(slot_at) over (order by slot_at))::float8 * 1000
         as gap_ms,
       extract(epoch from slot_at - clock_timestamp())::float8 * 1000 as from_now_ms
     from taken_slots order by slot_at`,
  );
}

test('processes that ask at the same time take turns a second apart', async () => {
  const providers = [open(database.db), open(otherDb)];
  const asked = ['a', 'b', 'c', 'd'].flatMap((query) =>
    providers.map((provider, process) => provider.ask(`${query} ${process}`, 1)),
  );
  await Promise.all(asked);
  expect(server.requests).toHaveLength(8);
  const [first, ...others] = await takenSlots();
  expect(first?.from_now_ms).toBeLessThanOrEqual(0);
  expect(others).toHaveLength(7);
  for (const { gap_ms } of others) expect(gap_ms).toBeGreaterThanOrEqual(1_000);
  // Each waits for its own turn, the last one seven seconds less the time that has passed.
  const sorted = waits.toSorted((a, b) => a - b);
  expect(sorted[0]).toBe(0);
  expect(new Set(waits).size).toBe(8);
  expect(sorted[7]).toBeGreaterThan(1_000);
  expect(sorted[7]).toBeLessThanOrEqual(7_000);
});

test('turns that were not used are not saved for later', async () => {
  await database.sql(`insert into geocoder_slots (slot_at) values (now() - interval '1 hour')`);
  await Promise.all([open(database.db).ask('a', 1), open(otherDb).ask('b', 1)]);
  const [old, first, second] = await takenSlots();
  expect(old?.from_now_ms).toBeLessThan(-3_500_000);
  expect(first?.from_now_ms).toBeGreaterThan(-60_000);
  expect(second?.gap_ms).toBeGreaterThanOrEqual(1_000);
});

test('a caller whose turn would come too late takes none', async () => {
  await database.sql(`insert into geocoder_slots (slot_at) values (now() + interval '50 seconds')`);
  await expect(open(database.db, 5_000).ask('a', 1)).rejects.toThrow('too many requests wait');
  expect(await takenSlots()).toHaveLength(1);
  expect(server.requests).toEqual([]);
  await open(otherDb, 120_000).ask('b', 1);
  expect(await takenSlots()).toHaveLength(2);
});

test('a turn given before the clock was put back makes no caller wait', async () => {
  await database.sql(`insert into geocoder_slots (slot_at) values (now() + interval '1 hour')`);
  await Promise.all([open(database.db, 5_000).ask('a', 1), open(otherDb, 5_000).ask('b', 1)]);
  const [first, second] = await takenSlots();
  expect(first?.from_now_ms).toBeLessThanOrEqual(1_000);
  expect(second?.gap_ms).toBeGreaterThanOrEqual(1_000);
});

test('a request is not sent before its turn', async () => {
  await database.sql(
    `insert into geocoder_slots (slot_at) values (clock_timestamp() - interval '0.8 seconds')`,
  );
  const { baseUrl } = server;
  const [afterTurnMs] = await Promise.all([
    new Promise<number>((resolve) => {
      server.answerWith((response) => {
        resolve(database.sql<{ ms: number }>(FROM_TURN).then(([row]) => row?.ms ?? Number.NaN));
        response.end('[]');
      });
    }),
    openProvider({ db: database.db, speaks: 'nominatim', baseUrl, userAgent: 'test' }).ask('a', 1),
  ]);
  expect(afterTurnMs).toBeGreaterThanOrEqual(0);
});

test('a kept answer takes no turn', async () => {
  await open(database.db).ask('a', 1);
  await open(otherDb).ask('a', 1);
  expect(await takenSlots()).toHaveLength(1);
});
