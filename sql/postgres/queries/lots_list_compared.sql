-- The listed, active lots of an area with what OpenStreetMap tags can say of them, whether or not
-- they may be put there.
-- :box_beyond is the part past the antimeridian; null where there is none. :operator_id is null for
-- any, :row_limit for all.
select
  :lot_tags_columns, is_osm_export_allowed, operators.name as operator_name
from (values (:box::box), (:box_beyond::box)) as area (part)
join lots on lots.position <@ area.part
join operators using (operator_id)
where livemode = :livemode
  and deleted_at is null
  and is_listed
  and status = 'active'
  and (:operator_id::text is null or operator_id = :operator_id)
limit :row_limit::integer;
