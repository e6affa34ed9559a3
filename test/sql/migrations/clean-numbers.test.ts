import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLot } from '../../../src/parking/lots/write/create-lot.ts';
import { migrate } from '../../../src/stores/migrations/migrate.ts';
import { textOf } from '../../api/extreme-values.ts';
import { keepTestKey } from '../../plates.ts';
import { openDatabaseBefore, type TestDatabase } from '../../stage/database.ts';
import { addCaller } from '../../stage/fixtures.ts';
import { openParking, type Parking } from '../../stage/parking.ts';

// Numbers that could be stored before migration 000014, and what the migration changes them to.

type Place = readonly [lat: number, lng: number];

const CITIES: readonly Place[] = [
  [43.65, -79.38],
  [48.85, 2.35],
  [35.6, 139.7],
  [-33.8, 151.2],
  [52.5, 13.4],
  [40.7, -74],
  [37.7, -122.4],
];
/** A place in FINE is on the meridian or this many degrees beside it. */
const HAIR = 5e-324;
const FINE: readonly Place[] = Array.from({ length: 200 }, (_, i) => [
  51.4 + i / 1_000,
  HAIR * (i % 2),
]);

let database: TestDatabase;
let parking: Parking;
/** Letters that need twice as many bytes in decomposed form, each different from the last one. */
const longName = textOf('㌖', 200);
let isLongNameTaken: boolean;
/** How many lots in CITIES were refused before the migration. */
let refusedBefore = 0;

/** Inserts a lot as earlier versions did. Returns whether the database took it. */
async function insertLot(columns: object): Promise<boolean> {
  const lot = {
    operator_id: 'op_old',
    livemode: true,
    name: 'Old lot',
    slug: 'old-lot',
    cell: '617700169958293503',
    timezone: 'Etc/UTC',
    total_spaces: 5,
    rate_unit: 'hour',
    currency: 'usd',
    lot_type: 'surface',
    ...columns,
  };
  const names = Object.keys(lot).join(', ');
  return database
    .sql(
      `insert into lots (lot_id, ${names})
       select uuidv7(), ${names} from jsonb_populate_record(null::lots, $1)`,
      [JSON.stringify(lot)],
    )
    .then(
      () => true,
      () => false,
    );
}

beforeAll(async () => {
  database = await openDatabaseBefore('000014');
  await database.sql(
    `insert into operators (operator_id, name, plan) values ('op_old', 'Old', 'pro')`,
  );
  const at = ([latitude, longitude]: Place) => insertLot({ latitude, longitude });
  const rules = { floor_minor: 1e15, ceiling_minor: null, rules: [] };
  const charge = { name: 'Dear', rate_minor: 1e15, max_daily_minor: 250, price_rules: rules };
  const dear = { ...charge, max_height_cm: 99_900, latitude: 1.123456789, longitude: 1 };
  const scheduled_rates = [{ ...charge, effective_from: '2199-01-01T00:00:00Z' }];
  expect(await insertLot({ ...dear, scheduled_rates })).toBe(true);
  const gone = { name: 'Gone', deleted_at: new Date(), latitude: HAIR, longitude: -HAIR };
  expect(await insertLot(gone)).toBe(true);
  for (const place of FINE) await at(place);
  for (const [lat, lng] of CITIES)
    for (let i = 0; i < 30; i += 1)
      refusedBefore += (await at([lat + Math.sin(i) / 10, lng + Math.cos(i) / 10])) ? 0 : 1;
  await database.sql(
    `insert into search_log (livemode, kind, cell, cell_latitude, cell_longitude, radius_m,
       found_lot_count, available_lot_count)
     values (true, 'search', 1, 43.1234567890123, $1, 5000, 0, 0)`,
    [HAIR],
  );
  await database.sql(
    `insert into search_callers (search_id, ip, latitude, longitude)
     values (1, '192.0.2.1', -0.00000001, 2.5)`,
  );
  await database.sql(`insert into marts.searches_by_cell values (true, 1, 1, $1, 9.87654321987)`, [
    HAIR,
  ]);
  await database.sql(
    `insert into geocodes values (sha256('a'), '[{"lat": 1e-320, "lng": 1}]', '', now())`,
  );
  isLongNameTaken = await insertLot({ name: longName, latitude: 0.5, longitude: -60 });
  await migrate(database.connectionString);
  await keepTestKey(database.sql);
  // Only the owner has rights in this database.
  parking = await openParking({ ...database, db: database.owner });
});
afterAll(() => database.drop());

test('lots and stays elsewhere can be written again, which lots 5e-324 degrees apart had prevented', async () => {
  expect(refusedBefore).toBeGreaterThan(50);
  const caller = await addCaller(database);
  for (const [lat, lng] of CITIES)
    for (let i = 0; i < 30; i += 1) {
      const place = { lat: lat + Math.sin(i) / 10, lng: lng + Math.cos(i) / 10 };
      const details = { ...place, name: 'New lot', total_spaces: 3, base_rate: 2 };
      const context = { requestId: 'req_test', remember: undefined };
      const created = await createLot(database.owner, caller, details, context);
      await parking.park(created.lot.lotId);
    }
});

test('every stored place is whole ten-millionths of a degree, also of deleted lots', async () => {
  const [found] = await database.sql<{ lots: number; places: number[] }>(
    `select count(*)::integer as lots, array_agg(distinct longitude) as places from lots
     where latitude between 51 and 52`,
  );
  expect(found).toEqual({ lots: expect.any(Number), places: [0] });
  expect(found?.lots).toBeGreaterThan(150);
  const others = await database.sql(
    `select latitude as lat, longitude as lng, position::text from lots
     where name in ('Gone', 'Dear')
     union all select cell_latitude, cell_longitude, null from search_log
     union all select latitude, longitude, null from search_callers
     union all select latitude, longitude, null from marts.searches_by_cell
     order by lat, lng`,
  );
  expect(others).toEqual([
    { lat: 0, lng: 0, position: '(0,0)' },
    { lat: 0, lng: 2.5, position: null },
    { lat: 0, lng: 9.8765432, position: null },
    { lat: 1.1234568, lng: 1, position: '(1,1.1234568)' },
    { lat: 43.1234568, lng: 0, position: null },
  ]);
  expect(await database.sql('select from geocodes')).toEqual([]);
});

test('rates and heights above their bounds are lowered to them, and others stay', async () => {
  const [lot] = await database.sql(
    `select rate_minor::text, max_daily_minor::text, max_height_cm, price_rules, scheduled_rates
     from lots where name = 'Dear'`,
  );
  const rules = { floor_minor: 1e10, ceiling_minor: null, rules: [] };
  const max = { max_daily_minor: 250, price_rules: rules };
  expect(lot).toMatchObject({
    ...max,
    rate_minor: '10000000000',
    max_daily_minor: '250',
    max_height_cm: 10_000,
    scheduled_rates: [{ ...max, rate_minor: 1e10 }],
  });
});

test.each([
  [HAIR, 1],
  [1, -HAIR],
  [1.00000001, 1],
  [90.0000001, 1],
  [1, 180.0000001],
  ['1e308', 1],
  [1, 'Infinity'],
  ['NaN', 1],
])('the database itself refuses a lot at %s, %s', async (latitude, longitude) => {
  expect(await insertLot({ latitude, longitude })).toBe(false);
  expect(await insertLot({ latitude: 1, longitude: 1 })).toBe(true);
});

test('a name whose decomposed form needs more bytes is indexed, too', async () => {
  expect(isLongNameTaken).toBe(false);
  expect(await insertLot({ name: longName, latitude: 0.5, longitude: -60 })).toBe(true);
});
