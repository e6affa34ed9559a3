-- What an event says of a lot follows the API.
create or replace function shown_scheduled(scheduled_rates jsonb, currency text)
returns jsonb language sql stable parallel safe
return (
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', rate -> 'rate_id', 'dynamic', shown_rules(rate -> 'price_rules', currency),
      'effective_from', instant_text((rate ->> 'effective_from')::timestamptz))
      || shown_rate(scheduled_tariff(rate), currency) order by number),
    '[]')
  from jsonb_array_elements(scheduled_rates) with ordinality as one (rate, number)
);
