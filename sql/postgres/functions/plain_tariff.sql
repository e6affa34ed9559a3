-- A plain rate as a posted tariff, the same as postedTariff() in src/tariffs/posted-tariff.ts; null
-- without a rate. For what processes of the version before write, and what they have written.
create or replace function plain_tariff(
  rate_minor bigint, rate_unit text, billing_step_minutes integer, max_daily_minor bigint,
  has_no_daily_max boolean) returns jsonb
language sql immutable parallel safe
return case when rate_minor is not null then jsonb_build_object(
  'first_hour_minor', rate_minor,
  'plain', jsonb_build_object(
    'rate_unit', rate_unit, 'billing_step_minutes', billing_step_minutes,
    'max_daily_minor', max_daily_minor, 'has_no_daily_max', has_no_daily_max),
  'parts', jsonb_build_array(jsonb_build_object(
    'name', 'rate',
    'steps', jsonb_build_array(
      jsonb_build_object('from_minutes', 0, 'price_minor', rate_minor) || case
        when rate_unit = 'day' then '{"per_minutes": 1440}'
        else jsonb_build_object(
          'per_minutes', 60, 'billing_step_minutes', billing_step_minutes) end))),
  'maxima', case
    when max_daily_minor is not null
    then jsonb_build_array(jsonb_build_object('amount_minor', max_daily_minor, 'per', '24h'))
    when has_no_daily_max then '[]'::jsonb
    else 'null'::jsonb end) end;
