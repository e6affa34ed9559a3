-- One listed lot, open or closed, of the mode of :livemode, with what OpenStreetMap tags can say.
-- :owner_id is the operator that also sees its own unlisted lots; null for none.
select
  :lot_tags_columns,
  rate_id, price_rules, scheduled_rates, data_license, is_osm_export_allowed, now() as now,
  operators.name as operator_name, operator_id is not distinct from :owner_id as is_own
from lots
join operators using (operator_id)
where lot_id = :lot_id::uuid
  and livemode = :livemode
  and (is_listed or operator_id = :owner_id)
  and deleted_at is null;
