import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/access/ids.ts';
import { fromMinor, minorDigits } from '../../../src/kit/money.ts';
import { noteOccupancy } from '../../../src/parking/lots/note-occupancy.ts';
import { migrate } from '../../../src/stores/migrations/migrate.ts';
import { openDatabaseBefore, type TestDatabase } from '../../stage/database.ts';
import { addCaller, addLot } from '../../stage/fixtures.ts';

const CURRENCIES = Intl.supportedValuesOf('currency').map((code) => code.toLowerCase());
const AMOUNTS = [0, 1, 5, 99, 350, 1_000, 12_345, 999_999_999, 10_000_000_000];

let database: TestDatabase;

beforeAll(async () => {
  database = await openDatabaseBefore('000035');
});
afterAll(() => database.drop());

test('a lot that is full when the migration comes is above its thresholds without events', async () => {
  const { operatorId } = await addCaller(database);
  const lotWith = async (columns: string) => {
    const lotId = await addLot(database, { operator_id: operatorId });
    await database.sql(`update lots set ${columns} where lot_id = $1`, [lotId]);
    return lotId;
  };
  const lots = {
    empty: await lotWith('taken_spaces = 0'),
    taken: await lotWith('taken_spaces = 9'),
    counted: await lotWith('reported_occupied = 10, reported_at = now()'),
    old: await lotWith(`reported_occupied = 10, reported_at = now() - interval '1 hour'`),
    held: await lotWith('held_spaces = 9'),
  };
  await database.sql(
    `insert into holds (hold_id, code, lot_id, operator_id, creator_operator_id, key_id, livemode,
       status, space_count, starts_at, ends_at, expires_at, ttl_seconds, rate_minor, rate_unit,
       currency, rate_snapshot, created_at)
     select $1, 'CODE', lot_id, operator_id, operator_id, 'key', livemode, 'held', 9,
       now() - interval '1 minute', now() + interval '1 hour', now() + interval '5 minutes', 300, 1,
       'hour', 'cad', '{}', now()
     from lots where lot_id = $2`,
    [newId('hold'), lots.held],
  );
  await migrate(database.connectionString);
  const rows = await database.sql<{ lot_id: string; above: number[]; minutes: number | null }>(
    `select lot_id, crossed_thresholds as above,
       round(extract(epoch from occupancy_due_at - now()) / 60)::integer as minutes
     from lots where occupancy_thresholds = '{80,95}'`,
  );
  const found = new Map(rows.map(({ lot_id, ...row }) => [lot_id, row]));
  expect(
    Object.fromEntries(Object.entries(lots).map(([name, id]) => [name, found.get(id)])),
  ).toEqual({
    empty: { above: [], minutes: null },
    taken: { above: [80], minutes: null },
    counted: { above: [80, 95], minutes: 15 },
    old: { above: [], minutes: null },
    held: { above: [80], minutes: 5 },
  });
  expect(await noteOccupancy(database.owner)).toEqual({ rows: 0 });
  expect(await database.sql('select from events')).toEqual([]);
});

test('amounts are in currency units as src/kit/money.ts computes them, for every currency', async () => {
  const digits = await database.sql<{ currency: string; digits: number }>(
    'select currency, minor_digits(currency) as digits from unnest($1::text[]) as currency',
    [CURRENCIES],
  );
  expect(digits).toEqual(
    CURRENCIES.map((currency) => ({ currency, digits: minorDigits(currency) })),
  );
  const units = await database.sql<{ currency: string; minor: number; units: number }>(
    `select currency, minor, to_jsonb(currency_units(minor, currency)) as units
     from unnest($1::text[]) as currency cross join unnest($2::bigint[]) as minor`,
    [CURRENCIES, AMOUNTS],
  );
  expect(units).toHaveLength(CURRENCIES.length * AMOUNTS.length);
  for (const { currency, minor, units: found } of units)
    expect([currency, found]).toEqual([currency, fromMinor(minor, currency)]);
});

test.each([
  '{0}',
  '{101}',
  '{80,80}',
  '{95,80}',
  '{1,2,3,4,5,6}',
  '{1,null}',
  '{{1,2}}',
  '[2:2]={5}',
])('the database refuses the thresholds %s', async (thresholds) => {
  const write = database.sql('update lots set occupancy_thresholds = $1', [thresholds]);
  await expect(write).rejects.toThrow('lots_thresholds');
});

test.each(['{}', '{1}', '{100}', '{1,2,3,4,5}', '{20,40,60,80,100}'])(
  'the database takes the thresholds %s',
  async (thresholds) => {
    await database.sql('update lots set occupancy_thresholds = $1', [thresholds]);
  },
);

test('an event that no receiver could be sent is refused', async () => {
  const write = (length: number) =>
    database.sql(
      `insert into events (type, livemode, operator_id, entity_id, data)
       values ('lot.updated', true, 'op', 'lot', jsonb_build_object('long', repeat('x', $1)))`,
      [length],
    );
  await write(998_900);
  await expect(write(999_000)).rejects.toThrow('events_body_size');
});
