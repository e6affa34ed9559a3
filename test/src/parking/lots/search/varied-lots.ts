import type { TestDatabase } from '../../../../stage/database.ts';
import { addCaller } from '../../../../stage/fixtures.ts';
import { addManyLots, type ManyLots } from '../../../many-lots.ts';

const OPERATORS = 7;

/** In percent of the posted rate; `r` is a random number of the lot. */
const RULES = `case r % 12
  when 0 then '{"floor_minor": 150, "ceiling_minor": 260, "rules": [{"id": "a", "kind": "occupancy",
    "bands": [{"from_pct": 0, "multiplier_pct": 70}, {"from_pct": 60, "multiplier_pct": 130}]}]}'
  when 1 then '{"floor_minor": null, "ceiling_minor": null, "rules": [
    {"id": "b", "kind": "surge", "max_multiplier_pct": 140}]}'
  when 2 then '{"floor_minor": null, "ceiling_minor": 210, "maxima": "multiplied", "rules": [
    {"id": "c", "kind": "event", "name": "Fair", "starts_at": "2020-01-01T00:00:00Z",
     "ends_at": "2099-01-01T00:00:00Z", "multiplier_pct": 55},
    {"id": "d", "kind": "event", "name": "Past", "starts_at": "2020-01-01T00:00:00Z",
     "ends_at": "2021-01-01T00:00:00Z", "multiplier_pct": 30}]}'
  end::jsonb`;

/** Rates that begin tomorrow or began yesterday, by the hour and by the day. */
const SCHEDULED = `case r % 15 when 3 then jsonb_build_array(
    jsonb_build_object('rate_id', 'later', 'effective_from', now() + interval '1 day',
      'rate_minor', 40 + r % 300, 'rate_unit', 'hour', 'billing_step_minutes', 15,
      'max_daily_minor', null, 'price_rules', null),
    jsonb_build_object('rate_id', 'earlier', 'effective_from', now() - interval '1 day',
      'rate_minor', 90 + r % 900, 'rate_unit', 'day', 'billing_step_minutes', 1,
      'max_daily_minor', 800, 'price_rules', null))
  else '[]' end`;

/** Half of the lots without a rate: a first hour, then half hours, and a flat night. */
const TARIFF = `case when r % 18 = 0 then jsonb_build_object(
    'id', 'rate_of_tariff', 'first_hour_minor', 100 + r % 300, 'maxima', null, 'parts',
    jsonb_build_array(
      jsonb_build_object('name', 'night', 'flat_minor', 50 + r % 400,
        'when', jsonb_build_object('from_minute', 1080, 'to_minute', 480)),
      jsonb_build_object('name', 'day', 'steps', jsonb_build_array(
        jsonb_build_object('from_minutes', 0, 'price_minor', 100 + r % 300, 'per_minutes', 60),
        jsonb_build_object('from_minutes', 60, 'price_minor', r % 80, 'per_minutes', 30)))))
  end`;

/**
 * Lots that differ in all that a search by price or free spaces looks at, many of them alike in
 * some of it, with stays, holds and surges. Returns an operator of some of them.
 */
export async function addVariedLots(
  database: TestDatabase,
  places: readonly ManyLots[],
): Promise<string> {
  let ownerId = '';
  for (let i = 0; i < OPERATORS; i += 1)
    ownerId = (await addCaller(database, { operatorId: `op_varied${i}` })).operatorId;
  for (const place of places) await addManyLots(database, ownerId, place);
  await database.sql(
    `with given as (
       select lot_id, ('x' || right(lot_id::text, 6))::bit(24)::integer as r from lots)
     update lots set
       operator_id = 'op_varied' || (r % $1 * (r % 5) / 5),
       livemode = r % 13 <> 0,
       total_spaces = case when r % 11 = 0 then null else 1 + r % 40 * (r % 3) end,
       rate_minor = case when r % 9 = 0 then null else 100 + r % 7 * (r % 90) end,
       tariff = ${TARIFF},
       rate_unit = case when r % 8 = 0 then 'day' else 'hour' end,
       billing_step_minutes = case when r % 8 in (0, 1) then 1 else 30 end,
       max_daily_minor = case when r % 5 = 0 then 500 + r % 700 end,
       price_rules = ${RULES},
       scheduled_rates = ${SCHEDULED},
       currency = case when longitude > 0 and r % 6 = 0 then 'usd' else 'cad' end,
       features = (case r % 4 when 0 then '{}' when 1 then '{ev_charging,maxstay:2 hours}'
         when 2 then '{accessible,covered}' else '{av,ev_charging,accessible,covered}'
         end)::text[],
       max_height_cm = case when r % 3 = 0 then 190 + r % 40 end,
       opening_hours = case r % 5
         when 0 then '24/7' when 1 then 'Mo-Fr 08:00-18:00' when 2 then 'Sa,Su 09:00-17:00' end,
       availability_shown = case r % 10 when 0 then 'none' when 1 then 'level' else 'exact' end
     from given where given.lot_id = lots.lot_id`,
    [OPERATORS],
  );
  await addUse(database);
  await database.sql(
    `insert into marts.search_surges (livemode, cell, surge_pct, until_at)
     select distinct on (cell_parent(cell, 7)) true, cell_parent(cell, 7), 120,
       now() + interval '1 day'
     from lots`,
  );
  await database.sql('analyze');
  return ownerId;
}

/** Stays that end in the next day, and holds in the next two. */
async function addUse({ sql }: TestDatabase): Promise<void> {
  await sql(`insert into vehicles (livemode, plate)
    select true, 'p1.' || lpad(n::text, 59, '0') from generate_series(1, 6000) as n`);
  await sql(
    `insert into sessions (session_id, session_code, lot_id, operator_id, creator_operator_id,
       livemode, vehicle_id, status, source, rate_minor, rate_unit, currency, started_at,
       expected_end, estimated_minor)
     select 'ses_' || lpad(to_hex(n), 32, '0'), 'AAAA-AAAA', lot_id, operator_id, operator_id,
       livemode, n, 'active', 'api', 350, 'hour', currency, now() - interval '1 hour',
       now() + n % 24 * interval '1 hour' + interval '1 minute', 0
     from (
       select *, row_number() over (order by lot_id) as n
       from lots, generate_series(1, (total_spaces * ascii(right(lot_id::text, 1)) / 110)::integer)
       where total_spaces < 30) as taken
     where n <= 3000`,
  );
  await sql(
    `insert into holds (hold_id, code, lot_id, operator_id, creator_operator_id, key_id,
       livemode, vehicle_id, status, space_count, activated_count, starts_at, ends_at, expires_at,
       ttl_seconds, rate_minor, rate_unit, currency, rate_snapshot, created_at)
     select 'hold_' || lpad(to_hex(n), 32, '0'), 'AAAA-AAAA', lot_id, operator_id, operator_id,
       (select key_id from api_keys limit 1), livemode, 3000 + n, 'held', 1, 0, at,
       at + interval '3 hours',
       at + interval '3 hours', 3600, 350, 'hour', currency, '{}', now()
     from (select *, row_number() over (order by lot_id desc) as n
       from lots where total_spaces is not null) as lot
     cross join lateral (select now() + (n % 48 - 2) * interval '1 hour' as at) as begun
     where n % 4 = 0 and n <= 3000`,
  );
  await sql(`update lots set taken_spaces = stay.count
    from (select lot_id, count(*) from sessions where status = 'active' group by lot_id) as stay
    where lots.lot_id = stay.lot_id`);
  await sql(`update lots set held_spaces = claim.spaces
    from (select lot_id, sum(space_count) as spaces from holds group by lot_id) as claim
    where lots.lot_id = claim.lot_id`);
}
