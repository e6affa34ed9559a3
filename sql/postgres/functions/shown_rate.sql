-- What an event shows of a posted tariff in the members of one price, as shownRate() in
-- src/tariffs/posted-tariff.ts.
create or replace function shown_rate(tariff jsonb, currency text) returns jsonb
language sql immutable parallel safe
return jsonb_build_object(
  'base_rate', currency_units((tariff ->> 'first_hour_minor')::numeric, currency),
  'rate_unit', coalesce(tariff #>> '{plain,rate_unit}', 'hour'),
  'billing_step_minutes', coalesce((tariff #>> '{plain,billing_step_minutes}')::integer, 1),
  'max_daily_rate', currency_units((tariff #>> '{plain,max_daily_minor}')::numeric, currency),
  'has_no_daily_max', coalesce((tariff #>> '{plain,has_no_daily_max}')::boolean, false));
