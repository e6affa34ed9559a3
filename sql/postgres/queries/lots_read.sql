-- Listed, active lots with what decides whether a search finds them, and where: the lots given, and
-- those under some H3 cells.
-- :lows and :highs are the first and last descendants of each of the cells, at the resolution that
-- lots are stored at.
-- Keeps its plan.
with found as (
  select lot_id from unnest((select :lot_ids::uuid[])) as given (lot_id)
  union
  select lot_id
  from unnest((select :lows::bigint[]), (select :highs::bigint[])) as part (low, high)
  cross join lateral (
    select lot_id from lots
    where cell between low and high
      and (deleted_at is null and is_listed and status = 'active')::integer = 1
    offset 0
  ) as inside
)
-- `offset 0` makes the planner look each cell and lot up by index, because it cannot estimate how
-- many there will be. The comparisons with 1 keep it from reading all of an index of listed lots
-- for each of them, which looks cheap until there are statistics, a minute after the first lots.
select lot.*
from found
cross join lateral (
  select
    :lot_matched_columns,
    lot_id, operator_id, livemode, cell::text as cell, taken_spaces, rate_id, price_rules,
    scheduled_rates, reported_occupied, reported_at,
    case when held_spaces > 0 then (
      select json_agg(json_build_object(
        'space_count', space_count - activated_count,
        'starts_at', starts_at, 'ends_at', ends_at, 'expires_at', expires_at))
      from holds
      where holds.lot_id = lots.lot_id and holds.status = 'held' and expires_at > now()
    ) end as holds
  from lots
  where lots.lot_id = found.lot_id
    and (deleted_at is null and is_listed and status = 'active')::integer = 1
  offset 0
) as lot;
