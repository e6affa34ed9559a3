-- The lots of an operator that have these ids or refs, or are these elements of OpenStreetMap,
-- locked as by lot_lock, in the order of their ids: every transaction that locks several lots does
-- so in this order.
select ref, osm_id, latitude, longitude, lot_id, currency, tariff
from lots
where operator_id = :operator_id
  and livemode = :livemode
  and deleted_at is null
  and (ref = any(:refs::text[]) or osm_id = any(:osm_ids::text[])
    or lot_id = any(:lot_ids::uuid[]))
order by lot_id
for no key update;
