-- The holds of lots that stand now, and the spaces that no vehicle has redeemed yet.
select standing.*
from unnest(:lot_ids::uuid[]) as given (lot_id)
-- `offset 0` makes the planner look each lot up by index, however many there are.
cross join lateral (
  select
    holds.lot_id, space_count - activated_count as space_count, starts_at,
    least(ends_at, expires_at) as ends_at
  from holds
  where holds.lot_id = given.lot_id and status = 'held' and expires_at > now()
  offset 0
) as standing;
