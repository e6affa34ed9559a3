import { LOT_TYPES } from '../../../src/parking/lots/lot-type.ts';
import type { TestDatabase } from '../../stage/database.ts';
import { addLot } from '../../stage/fixtures.ts';

type Columns = Record<string, unknown>;

/** Adds a lot with any columns; those that are left out are as `addLot` makes them. */
export async function addLotWith(
  database: Pick<TestDatabase, 'sql'>,
  operatorId: string,
  columns: Columns = {},
): Promise<string> {
  const lotId = await addLot(database, { operator_id: operatorId });
  const names = Object.keys(columns);
  if (names.length > 0)
    await database.sql(
      `update lots set (${names}) = row(${names.map((_, i) => `$${i + 2}`)}) where lot_id = $1`,
      [lotId, ...Object.values(columns)],
    );
  return lotId;
}

/** Columns of a lot of any kind that the database can hold. */
export function randomLot(random: () => number): Columns {
  const oneOf = <T>(...all: T[]) => all[Math.floor(random() * all.length)];
  // Of as many digits as maps have.
  const place = (from: number, span: number) => Math.round((from + span * random()) * 1e6) / 1e6;
  const price = oneOf<Columns>(
    { rate_minor: null, charge_text: null, max_daily_minor: null },
    { rate_minor: null, charge_text: '1 EUR first hour, then "2 EUR"', max_daily_minor: null },
    { rate_minor: 0 },
    { rate_minor: 275, billing_step_minutes: 30, max_daily_minor: 2_000 },
    { rate_minor: 350 },
    { rate_minor: 1_800, rate_unit: 'day' },
    { rate_minor: 400, currency: 'jpy', max_daily_minor: 2_400 },
  );
  const spaces = oneOf<Columns>(
    { total_spaces: null },
    { total_spaces: 0 },
    { total_spaces: 50, is_capacity_estimated: true },
    { total_spaces: 320, ev_spaces: 12, accessible_spaces: 8 },
  );
  return {
    ...price,
    ...spaces,
    name: oneOf('Straße "A" ✓', 'P+R\\Süd', '駐車場'),
    latitude: place(36, 30),
    longitude: place(-20, 60),
    address: oneOf(null, '20 Charles Street'),
    city: oneOf(null, 'Toronto'),
    state: oneOf(null, 'Ontario'),
    country: oneOf(null, 'CA'),
    lot_type: oneOf(...LOT_TYPES),
    features: oneOf<string[]>(
      [],
      ['covered', 'park_and_ride', 'supervised'],
      ['access:customers', 'maxstay:90 minutes'],
      ['access:permit'],
      ['maxstay:2 days'],
    ),
    opening_hours: oneOf(
      null,
      '24/7',
      'Mo-Fr 08:00-18:00; PH off',
      `Mo ${'08:00-09:00,'.repeat(60)}`,
    ),
    max_height_cm: oneOf(null, 210),
    website: oneOf(null, 'https://lots.example/1'),
    osm_id: oneOf(null, `way/${Math.floor(1e9 * random())}`),
    data_license: oneOf(null, 'ODbL-1.0', 'CC0-1.0'),
    reported_occupied: oneOf(null, 0),
    reported_at: oneOf(null, new Date()),
  };
}
