-- The tariff of a scheduled rate; null: nothing is for sale then. Plain rates that processes of the
-- version before schedule have none.
create or replace function scheduled_tariff(rate jsonb) returns jsonb
language sql immutable parallel safe
return coalesce(
  nullif(rate -> 'tariff', 'null'),
  plain_tariff(
    (rate ->> 'rate_minor')::bigint, rate ->> 'rate_unit',
    (rate ->> 'billing_step_minutes')::integer, (rate ->> 'max_daily_minor')::bigint,
    -- Rates that were scheduled before this was asked do not say it.
    coalesce((rate ->> 'has_no_daily_max')::boolean, false)));
