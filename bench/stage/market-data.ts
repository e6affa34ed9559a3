import { readFileSync } from 'node:fs';
import { randomFrom } from '../../src/demo/random.ts';
import { cellAt } from '../../src/kit/geo/cells.ts';
import { roundPoint } from '../../src/kit/geo/great-circle.ts';
import { newUuid } from '../../src/kit/uuid.ts';
import { normalPair } from '../stats.ts';
import type { Stack } from './stack.ts';

export type Place = { lat: number; lng: number };

const SEED = 20_261_121;
/** The number of cities, and of the first lots, which are one in each city. */
export const CITIES = 200;
const OPERATORS = 60;
const CITY_SPREAD_DEGREES = 0.12;
const ROWS_PER_STATEMENT = 10_000;

/**
 * Adds lots in cities (unless given, 200 invented ones), each with its audit row, to those that are
 * `present` already. Returns where all of them are.
 */
export async function addMarketLots(
  stack: Pick<Stack, 'sql'>,
  lotCount: number,
  { cities: givenCities, present = 0 }: { cities?: readonly Place[]; present?: number } = {},
): Promise<Place[]> {
  const random = randomFrom(SEED);
  const cities = givenCities ?? inventCities(random);
  await stack.sql(
    `insert into operators (operator_id, name, plan)
     select 'op_bench' || n, 'Bench ' || n, 'pro' from generate_series(1, $1::integer) as n
     on conflict do nothing`,
    [OPERATORS],
  );
  const places = Array.from({ length: lotCount }, (_, i) => {
    const city = cities[i % cities.length] ?? { lat: 0, lng: 0 };
    const [north, east] = normalPair(random);
    const width = CITY_SPREAD_DEGREES / Math.cos((city.lat * Math.PI) / 180);
    const lng = city.lng + east * width;
    const lat = city.lat + north * CITY_SPREAD_DEGREES;
    return roundPoint({ lat, lng: ((lng + 540) % 360) - 180 });
  });
  for (let from = present; from < lotCount; from += ROWS_PER_STATEMENT)
    await insertLots(stack, places.slice(from, from + ROWS_PER_STATEMENT));
  return places;
}

function inventCities(random: () => number): Place[] {
  return Array.from({ length: CITIES }, () => ({
    lat: -40 + 100 * random(),
    lng: -180 + 360 * random(),
  }));
}

/** Each city has lots of every operator. */
async function insertLots(stack: Pick<Stack, 'sql'>, places: readonly Place[]): Promise<void> {
  await stack.sql(
    `with added as (
       insert into lots (lot_id, operator_id, livemode, name, slug, latitude, longitude, cell,
         country, timezone, total_spaces, rate_minor, rate_unit, currency, lot_type, tariff)
       select lot_id, 'op_bench' || 1 + n / $6 % $5, true, 'Lot', 'lot', lat, lng, cell, 'US',
         'UTC', 20 + n % 400, 100 + n % 900, 'hour', 'usd', 'surface',
         plain_tariff(100 + n % 900, 'hour', 1, null, false)
       from unnest($1::uuid[], $2::float8[], $3::float8[], $4::bigint[])
         with ordinality as lot (lot_id, lat, lng, cell, n)
       returning lots.*)
     insert into audit_log (actor_type, actor_id, operator_id, livemode, action, entity_id, diff)
     select 'system', 'bench', operator_id, true, 'lot.created', lot_id::text,
       jsonb_build_object('before', null, 'after', lot_snapshot(added::lots))
     from added`,
    [
      places.map(() => newUuid()),
      places.map((place) => place.lat),
      places.map((place) => place.lng),
      places.map((place) => cellAt(place.lat, place.lng)),
      OPERATORS,
      CITIES,
    ],
  );
}

/** As text: a file of `bench/events`. */
export function eventSql(name: string): string {
  return readFileSync(new URL(`../events/${name}.sql`, import.meta.url), 'utf8');
}

/** A first hour, then half hours, a flat night and a most of a day, dearer than the plain rate. */
const TARIFF = `jsonb_build_object(
  'first_hour_minor', rate_minor,
  'maxima', jsonb_build_array(jsonb_build_object('amount_minor', 9 * rate_minor, 'per', '24h')),
  'parts', jsonb_build_array(
    jsonb_build_object('name', 'day',
      'when', jsonb_build_object('from_minute', 360, 'to_minute', 1320),
      'steps', jsonb_build_array(
        jsonb_build_object('from_minutes', 0, 'price_minor', rate_minor, 'per_minutes', 60),
        jsonb_build_object('from_minutes', 60, 'price_minor', rate_minor / 3, 'per_minutes', 30))),
    jsonb_build_object('name', 'night', 'flat_minor', 2 * rate_minor)))`;

/** Gives all lots a tariff in place of their plain rate, each with its audit row. */
export function postTariffs(stack: Pick<Stack, 'sql'>): Promise<unknown> {
  return changeAll(stack, `tariff = ${TARIFF}, rate_minor = null, rate_id = 'rate_bench'`);
}

/** Gives all of them the plain rate that they had. */
export function postPlainRates(stack: Pick<Stack, 'sql'>): Promise<unknown> {
  const rate = "(tariff ->> 'first_hour_minor')::bigint";
  const tariff = `plain_tariff(${rate}, 'hour', 1, null, false)`;
  return changeAll(stack, `rate_minor = ${rate}, tariff = ${tariff}, rate_id = null`);
}

function changeAll(stack: Pick<Stack, 'sql'>, set: string): Promise<unknown> {
  return stack.sql(
    `with changed as (update lots set ${set}, updated_at = now() returning lots.*)
     insert into audit_log (actor_type, actor_id, operator_id, livemode, action, entity_id, diff)
     select 'system', 'bench', operator_id, true, 'lot.updated', lot_id::text,
       jsonb_build_object('before', '{}'::jsonb, 'after', lot_snapshot(changed::lots))
     from changed`,
  );
}
