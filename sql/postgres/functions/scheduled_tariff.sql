-- The tariff of a scheduled rate; null: nothing is for sale then. Plain rates that processes of the
-- version before schedule have none.
create or replace function scheduled_tariff(rate jsonb) returns jsonb
language sql immutable parallel safe
return coalesce(
  nullif(rate -> 'tariff', 'null'),
  plain_tariff(
    (rate ->> 'rate_minor')::bigint, rate ->> 'rate_unit',
    -- Rates that were scheduled before these were asked do not say them.
    coalesce((rate ->> 'billing_step_minutes')::integer, 1), (rate ->> 'max_daily_minor')::bigint,
    coalesce((rate ->> 'has_no_daily_max')::boolean, false)));
