import { cellAt } from '../../src/kit/geo/cells.ts';
import { roundDegrees } from '../../src/kit/geo/great-circle.ts';
import type { TestDatabase } from '../stage/database.ts';
import { accountsOf } from './fill-accounts.ts';
import { appsOf } from './fill-apps.ts';
import { martsOf } from './fill-marts.ts';
import { recordsOf } from './fill-records.ts';
import { staysOf } from './fill-stays.ts';

/** The first lot stands here. */
export const CITY = { latitude: 43.6532, longitude: -79.3832 };
const CITIES = 10;
const CITY_DEGREES = 0.3;
const LOTS = 20_000;

/**
 * Fills all tables that grow, as years of use would, `scale` times. Triggers and foreign keys are
 * left out, and nothing is analysed. The first operator has two fifths of almost everything; the
 * first lot and the first vehicle have much, too.
 */
export async function fill({ sql }: Pick<TestDatabase, 'sql'>, scale: number): Promise<void> {
  await sql(functionsFor(LOTS * scale));
  await sql(OPERATORS);
  await sql(lotsOf(LOTS * scale), placesOf(LOTS * scale));
  const many = (count: number) => count * scale;
  const run = async (statements: string[]) => {
    for (const statement of statements)
      await sql(`set session_replication_role = replica; ${statement}`);
  };
  await Promise.all([
    run([...staysOf(many), ...appsOf(many)]),
    run([...recordsOf(many), ...martsOf(many), ...accountsOf(many)]),
  ]);
}

/** What rows of a number belong to. */
const functionsFor = (lotCount: number) => `
  create function operator_of(n bigint) returns text immutable language sql
  return 'op_' || case when n % 5 < 2 then 1 else n % 2000 + 1 end;
  create function lot_of(n bigint) returns uuid immutable language sql
  return md5('lot' || n)::uuid;
  create function key_holder(n bigint) returns text immutable language sql
  return 'op_' || case when n <= 1000 then 1 else n % 2000 + 1 end;
  create function some_lot(n bigint) returns uuid immutable language sql
  return lot_of(case when n % 20 = 0 then 1 else n % ${lotCount} + 1 end);
  create function id_of(prefix text, n bigint) returns text immutable language sql
  return prefix || '_f' || lpad(to_hex(n), 31, '0');
  create function age_of(n bigint, count bigint, days integer) returns interval immutable
  language sql return days * (1 - n::float8 / count) * interval '1 day'`;

const OPERATORS = `
  insert into operators (operator_id, name, plan, email, created_at, checked_at, checked_by)
  select 'op_' || n, 'Operator ' || n, case n when 1 then 'enterprise' else 'pro' end,
    'op' || n || '@example.com', now() - interval '400 days',
    case when n % 50 > 0 then now() end, case when n % 50 > 0 then 'none' end
  from generate_series(1, 2000) as n`;

const lotsOf = (count: number) => `
  insert into lots (lot_id, operator_id, livemode, ref, name, slug, address, city, state, country,
    latitude, longitude, cell, timezone, total_spaces, taken_spaces, rate_minor, rate_unit,
    currency, lot_type, status, is_listed, is_waiting, scheduled_rates, osm_id, duplicate_of,
    merged_into, reported_at, reported_occupied, occupancy_due_at, opening_hours,
    is_osm_export_allowed, created_at, updated_at, deleted_at, tariff)
  select lot_of(n), operator_of(n), n % 50 > 0 or n = 1, 'ref ' || n,
    case when n % 100 = 0 then 'Central' else 'Parking ' || n end, 'lot-' || n, n || ' Main Street',
    'City ' || n % 200, 'ON', 'CA', lat, lng, cell, 'America/Toronto',
      case n when 1 then 10000 else 100 end, 0, 350, 'hour', 'cad',
    (array['surface', 'garage', 'street'])[n % 3 + 1],
    case when n % 40 = 7 then 'closed' else 'active' end, n % 30 <> 8, n % 900 = 38,
    case when n % 1000 = 9
      then jsonb_build_array(jsonb_build_object('effective_from', now() - interval '1 minute',
        'rate_id', 'rate_1', 'rate_minor', 400, 'rate_unit', 'hour'))
      else '[]' end,
    case when n % 10 = 0 then 'node/' || n end, case when n % 300 = 10 then lot_of(n - 1) end,
    case when n % 3000 = 8 then lot_of(n - 1) end,
    case when n % 4 = 0 then now() - n % 1000 * interval '1 minute' end,
    case when n % 4 = 0 then 10 end, case when n % 500 = 4 then now() - interval '1 minute' end,
    case when n % 3 = 0 then 'Mo-Fr 08:00-18:00' end, n % 2 = 0,
    now() - age_of(n, ${count}, 400), now() - age_of(n, ${count}, 400),
    case when n % 33 = 11 then now() end, plain_tariff(350, 'hour', 1, null, false)
  from unnest($1::float8[], $2::float8[], $3::bigint[])
    with ordinality as place (lat, lng, cell, n)`;

/** Half in cities, half spread over a continent; always the same for the same number. */
function placeOf(index: number): [number, number] {
  if (index === 0) return [CITY.latitude, CITY.longitude];
  const [x, y] = [(index * 0.754877666) % 1, (index * 0.569840291) % 1];
  const city = index % (2 * CITIES);
  if (city >= CITIES) return [35 + x * 20, -120 + y * 40];
  return [CITY.latitude + x * CITY_DEGREES, CITY.longitude + (y - 3 * city) * CITY_DEGREES];
}

function placesOf(count: number): unknown[] {
  const places = Array.from({ length: count }, (_, index) => placeOf(index).map(roundDegrees));
  const [lats, lngs] = [0, 1].map((axis) => places.map((place) => place[axis] ?? 0));
  return [lats, lngs, places.map(([lat = 0, lng = 0]) => String(cellAt(lat, lng)))];
}
