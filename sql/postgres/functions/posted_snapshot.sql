-- The rate of a stay that pays what the lot posts now, as src/tariffs/rate-columns.ts reads it;
-- null: nothing is posted.
create or replace function posted_snapshot(lot lots) returns jsonb language sql stable parallel safe
return case when lot.tariff is not null then jsonb_build_object(
  'rate_id', lot.rate_id,
  'base_rate_minor',
    case when lot.tariff ? 'plain' then lot.tariff -> 'first_hour_minor' else 'null'::jsonb end,
  'rules', '[]'::jsonb,
  'tariff', jsonb_build_object(
    'terms', lot.tariff - '{first_hour_minor,plain,reference}'::text[],
    'conditions', jsonb_build_object(
      'place', jsonb_build_object(
        'timezone', lot.timezone, 'country', lot.country, 'state', lot.state),
      'vehicleKind', null),
    'first_hour_minor', lot.tariff -> 'first_hour_minor')) end;
