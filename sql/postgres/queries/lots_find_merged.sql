-- The listed lot that a merged lot is now; no row where there is none.
with recursive step as (
  select merged_into from lots
  where lot_id = :lot_id::uuid and livemode = :livemode and merged_into is not null
  union
  select lots.merged_into
  from step join lots on lots.lot_id = step.merged_into
  where lots.merged_into is not null
)
select lots.lot_id
from step join lots on lots.lot_id = step.merged_into
where lots.merged_into is null and is_listed and deleted_at is null;
