-- The given lots of one mode that may be put into OpenStreetMap, with what its tags can say. Lots
-- that are not listed or not active are left out.
select
  :lot_tags_columns, operators.name as operator_name
from unnest(:lot_ids::uuid[]) as given (lot_id)
join lots using (lot_id)
join operators using (operator_id)
where livemode = :livemode
  and deleted_at is null
  and is_listed
  and status = 'active'
  and is_osm_export_allowed;
