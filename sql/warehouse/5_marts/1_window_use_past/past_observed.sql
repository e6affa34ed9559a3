-- One row per area and day of past_lots, figure, operator and vehicle with observations there on
-- strong lots: how many. Figures: of what may tell how many spaces were taken (occupied), stays
-- that began (by vehicle) and counted lots (without a vehicle), or none at all (0), where no stay
-- began; and paid stays that ended (paid), with what they cost and would have cost by posted
-- prices. A day has nothing in occupied when less than half of the spaces is known, where no
-- operator counts for more than a quarter.
-- memory_kib: (select count(*) from past_use)
-- only with rows of: past_lots
create or replace temp table past_observed as
with lots as (
  from past_lots where in_part(day, $part, $parts)
),
used as (
  from past_use where in_part(day, $part, $parts)
),
spaces as (
  select
    livemode, country, cell, day, operator_id, any_value(used.lot_id is not null) as is_used,
    sum(least(lots.space_count, 500)) filter (is_listed or used.lot_id is not null)::bigint
      as space_count,
    coalesce(sum(least(used.space_count, 500)) filter (known > 0), 0)::bigint as known_spaces
  from lots left join (select lot_id, day, space_count, known from used) as used
    using (lot_id, day)
  group by all
),
totals as (
  select
    livemode, country, cell, day,
    weight_cap(max(space_count, 3), sum(space_count)::bigint) as most
  from spaces
  where space_count > 0
  group by all
  having count(*) >= 4
),
known as (
  select livemode, country, cell, day
  from spaces join totals using (livemode, country, cell, day)
  where space_count > 0
  group by all
  having 2 * sum(least(6 * known_spaces, most)) >= sum(least(6 * space_count, most))
),
strong as (
  from used semi join known using (livemode, country, cell, day)
),
occupied as (
  select
    livemode, country, cell, day, 'occupied' as figure, operator_id,
    coalesce(vehicle_id::varchar, session_id) as vehicle, count(*) as observed
  from (
    select lot_id, day_of(started_at) as day, vehicle_id, session_id
    from fct_session_starts
    where started_at >= (select min(day)::timestamptz from used)
      and in_part(day_of(started_at), $part, $parts)
  ) join strong using (lot_id, day)
  where known > 0
  group by all
  union all
  select
    livemode, country, cell, day, 'occupied', operator_id, null,
    count(*) filter (is_measured)
  from strong
  where known > 0
  group by all
),
paid as (
  select
    livemode, country, cell, day, 'paid' as figure, operator_id, vehicle, count(*) as observed,
    sum(paid_minor)::bigint as paid_minor, sum(list_minor)::bigint as list_minor
  from (
    select *, day_of(ended_at) as day from priced_stays
    where in_part(day_of(ended_at), $part, $parts)
  ) join used using (lot_id, day)
  group by all
)
select *, null::bigint as paid_minor, null::bigint as list_minor from occupied
union all by name
select * from paid;
