-- Lots whose forecast is due, of the listed active lots whose spaces were counted: those without
-- one, those whose forecast is of a day that is over, and those that changed since it was made.
-- today and next_midnight_at are by the lot's wall clock.
select
  lot_id, livemode, cell::text, latitude, longitude, timezone, country, state, opening_hours,
  lot_type, total_spaces, currency,
  (now() at time zone timezone)::date - date '1970-01-01' as today,
  ((now() at time zone timezone)::date + 1)::timestamp at time zone timezone as next_midnight_at,
  now() as listed_at
from lots
where deleted_at is null and is_listed and status = 'active'
  and total_spaces is not null and not is_capacity_estimated
  and not exists (
    select from marts.lot_forecasts as forecast
    where forecast.lot_id = lots.lot_id and due_at > now() and made_at >= updated_at)
limit :lot_count_max;
