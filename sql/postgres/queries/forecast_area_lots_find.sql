-- What the forecasts of areas need to know of lots, removed ones among them. today and
-- next_midnight_at are by the lot's wall clock.
select
  lot_id, timezone, state, currency,
  (now() at time zone timezone)::date - date '1970-01-01' as today,
  ((now() at time zone timezone)::date + 1)::timestamp at time zone timezone as next_midnight_at,
  now() as listed_at
from lots
where lot_id = any(:lot_ids::uuid[])
order by lot_id;
