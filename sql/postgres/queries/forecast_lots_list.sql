-- Lots whose forecast is due, of the listed active lots whose spaces were counted: those without
-- one, those whose forecast is of a day that is over, and those that changed since it was made; in
-- this order, those that have been due for longest first. today and next_midnight_at are by the
-- lot's wall clock.
select
  lot_id, lots.livemode, lots.cell::text, latitude, longitude, timezone, country, state,
  opening_hours, lots.lot_type, total_spaces, currency,
  (now() at time zone timezone)::date - date '1970-01-01' as today,
  ((now() at time zone timezone)::date + 1)::timestamp at time zone timezone as next_midnight_at,
  now() as listed_at
from lots
left join marts.lot_forecasts as forecast using (lot_id)
where deleted_at is null and is_listed and status = 'active'
  and total_spaces is not null and not is_capacity_estimated
  and (forecast.lot_id is null or due_at <= now() or made_at < updated_at)
order by least(due_at, case when made_at < updated_at then updated_at end)
  nulls first
limit :lot_count_max;
