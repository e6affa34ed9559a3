-- What an event says of a lot follows the API.
create or replace function shown_scheduled(scheduled_rates jsonb, currency text)
returns jsonb language sql stable parallel safe
return (
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', rate -> 'rate_id', 'rate_unit', rate -> 'rate_unit',
      'billing_step_minutes', rate -> 'billing_step_minutes',
      'base_rate', currency_units(
        shown_rate_minor((rate ->> 'rate_minor')::bigint, rate -> 'tariff'), currency),
      'max_daily_rate', currency_units((rate ->> 'max_daily_minor')::numeric, currency),
      'has_no_daily_max', coalesce((rate ->> 'has_no_daily_max')::boolean, false),
      'dynamic', shown_rules(rate -> 'price_rules', currency),
      'effective_from', instant_text((rate ->> 'effective_from')::timestamptz)) order by number),
    '[]')
  from jsonb_array_elements(scheduled_rates) with ordinality as one (rate, number)
);
