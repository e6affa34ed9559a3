-- One page of the lots of one mode that may be put into OpenStreetMap, in the order of their
-- numbers, with what their tags can say.
-- :after is the number of the last lot of the page before; 0 for the first page. :box is the area,
-- null for everywhere; :box_beyond is its part past the antimeridian, null where there is none.
-- :operator_id is the operator whose lots are meant; null for any.
select
  :lot_tags_columns, operators.name as operator_name
from lots
join operators using (operator_id)
where export_number > :after
  and livemode = :livemode
  and deleted_at is null
  and is_listed
  and status = 'active'
  and is_osm_export_allowed
  and (:box::box is null or position <@ :box::box or position <@ :box_beyond::box)
  and (:operator_id::text is null or operator_id = :operator_id)
order by export_number
limit :row_limit;
