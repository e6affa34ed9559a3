-- Rules as GET /api/v1/lots/{lot_id}/rates shows them; null: there are none.
create or replace function shown_rules(price_rules jsonb, currency text)
returns jsonb language sql immutable parallel safe
return case when jsonb_typeof(price_rules) = 'object' then (
  with rule as (
    select rule, rule ->> 'kind' as kind, number,
      trim_scale((rule ->> 'multiplier_pct')::numeric * 0.01) as multiplier
    from jsonb_array_elements(price_rules -> 'rules') with ordinality as one (rule, number)
  )
  select jsonb_build_object(
    'floor_rate', currency_units((price_rules ->> 'floor_minor')::numeric, currency),
    'ceiling_rate', currency_units((price_rules ->> 'ceiling_minor')::numeric, currency),
    'parts', price_rules -> 'parts', 'maxima', coalesce(price_rules ->> 'maxima', 'kept'),
    'occupancy', (
      select jsonb_build_object('id', rule -> 'id', 'bands', (
        select jsonb_agg(jsonb_build_object('from_pct', band -> 'from_pct',
          'multiplier', trim_scale((band ->> 'multiplier_pct')::numeric * 0.01)) order by place)
        from jsonb_array_elements(rule -> 'bands') with ordinality as one (band, place)))
      from rule where kind = 'occupancy' limit 1),
    'surge', (
      select jsonb_build_object('id', rule -> 'id',
        'max_multiplier', trim_scale((rule ->> 'max_multiplier_pct')::numeric * 0.01))
      from rule where kind = 'surge' limit 1),
    'events', (
      select coalesce(jsonb_agg(rule - '{kind,multiplier_pct}'::text[]
        || jsonb_build_object('multiplier', multiplier) order by number), '[]')
      from rule where kind = 'event'))
) end;
