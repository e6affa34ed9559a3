-- The holds of lots that stand now, and the spaces that no vehicle has redeemed yet.
select
  lot_id, space_count - activated_count as space_count, starts_at,
  least(ends_at, expires_at) as ends_at
from holds
where lot_id = any(:lot_ids::uuid[]) and status = 'held' and expires_at > now();
