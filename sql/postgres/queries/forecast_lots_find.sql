-- The listed active lots of a mode whose spaces were counted, among those given; all of them where
-- :lot_ids is null.
select
  lot_id, livemode, cell::text, latitude, longitude, timezone, country, state, opening_hours,
  lot_type, total_spaces, currency, ref,
  (now() at time zone timezone)::date - date '1970-01-01' as today,
  ((now() at time zone timezone)::date + 1)::timestamp at time zone timezone as next_midnight_at,
  now() as listed_at
from lots
where deleted_at is null and is_listed and status = 'active'
  and total_spaces is not null and not is_capacity_estimated
  and livemode = :livemode and (:lot_ids::uuid[] is null or lot_id = any(:lot_ids::uuid[]))
order by lot_id;
