-- Lots whose forecast is due: listed active lots without one, those whose forecast is of a day that
-- is over, and those that changed since it was made. Those of one zone follow one another.
-- today and next_midnight_at are by the lot's wall clock.
select
  lot_id, livemode, lots.cell::text, latitude, longitude, timezone, country, state, opening_hours,
  lots.lot_type, total_spaces, currency,
  (now() at time zone timezone)::date - date '1970-01-01' as today,
  ((now() at time zone timezone)::date + 1)::timestamp at time zone timezone as next_midnight_at,
  now() as listed_at
from lots left join marts.lot_forecasts as forecast using (lot_id, livemode)
where deleted_at is null and is_listed and status = 'active'
  and (forecast.lot_id is null or due_at <= now() or updated_at > made_at)
order by timezone, lot_id
limit :lot_count_max;
