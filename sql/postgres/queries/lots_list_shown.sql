-- The given lots of one mode that may be on the map, with all that feeds show of them. Lots that
-- are not listed or not active are left out. `reported_at` is of a count of the vehicles that is
-- not older than 15 minutes.
select
  :lot_matched_columns,
  :lot_described_columns,
  lot_id, rate_id, duplicate_of, created_at, updated_at,
  case when reported_at > now() - interval '15 minutes' then reported_at end as reported_at,
  occupied_spaces(lots, now()) as occupied_spaces
from unnest(:lot_ids::uuid[]) as given (lot_id)
join lots using (lot_id)
where livemode = :livemode
  and deleted_at is null
  and is_listed
  and status = 'active';
