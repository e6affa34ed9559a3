-- Data from open sources often lacks a capacity or a price: unknown is not zero. `total_spaces` is
-- null while it is not known; then no space can be sold. `is_capacity_estimated`: nobody counted
-- them. `charge_text` is a price that cannot be posted as a rate; it is what the file said last.
-- `osm_tags` are the OpenStreetMap tags that nothing else here stores, as they came.
-- `billing_step_minutes`: an hourly rate is billed by started steps, which divide a day.
alter table lots
  alter column total_spaces drop not null,
  add column is_capacity_estimated boolean not null default false,
  add column area_m2 integer,
  add column billing_step_minutes smallint not null default 1,
  add column charge_text text,
  add column osm_tags jsonb not null default '{}',
  add column data_license text,
  add column is_osm_export_allowed boolean not null default false,
  add constraint lots_unknown_capacity check (
    total_spaces is not null
    or taken_spaces = 0 and held_spaces = 0 and not is_capacity_estimated),
  add constraint lots_area check (area_m2 > 0),
  add constraint lots_billing_step check (
    billing_step_minutes between 1 and 1440 and 1440 % billing_step_minutes = 0
    and (rate_unit = 'hour' or billing_step_minutes = 1)),
  add constraint lots_osm_tags check (jsonb_typeof(osm_tags) = 'object'),
  add constraint lots_source_texts check (
    length(charge_text) <= 2000 and length(data_license) <= 60);
create index lots_by_osm_id on lots (operator_id, livemode, osm_id)
  where deleted_at is null and osm_id is not null;

update lots
set scheduled_rates = (
  select jsonb_agg('{"billing_step_minutes": 1}'::jsonb || rate order by number)
  from jsonb_array_elements(scheduled_rates) with ordinality as one (rate, number))
where scheduled_rates <> '[]';

alter table sessions add column billing_step_minutes smallint not null default 1;
alter table holds add column billing_step_minutes smallint not null default 1;

drop view session_details;
create view session_details as
select
  sessions.*,
  vehicles.plate,
  vins.vin,
  lots.name as lot_name,
  lots.address as lot_address,
  lots.entry_instructions,
  operators.plan,
  now() as now
from sessions
join vehicles using (vehicle_id)
left join vins using (vin_id)
join lots using (lot_id)
join operators on operators.operator_id = sessions.operator_id;

drop view hold_details;
create view hold_details as
select
  holds.*,
  case when holds.status = 'held' and holds.expires_at <= clock_timestamp()
    then 'expired' else holds.status end as status_now,
  lots.name as lot_name,
  lots.entry_instructions,
  vehicles.plate,
  vins.vin
from holds
join lots using (lot_id)
left join vehicles using (vehicle_id)
left join vins using (vin_id);

create or replace function session_created_diff(stay sessions) returns jsonb
language sql stable
return jsonb_build_object('after', jsonb_build_object(
  'status', 'active', 'lot_id', stay.lot_id, 'vehicle_id', stay.vehicle_id,
  'source', stay.source, 'fleet_id', stay.fleet_id, 'hold_id', stay.hold_id,
  'started_at', stay.started_at, 'expected_end', stay.expected_end,
  'rate_minor', stay.rate_minor, 'rate_unit', stay.rate_unit,
  'billing_step_minutes', stay.billing_step_minutes, 'currency', stay.currency,
  'rate_snapshot', stay.rate_snapshot));

create or replace function shown_scheduled(scheduled_rates jsonb, currency text)
returns jsonb language sql stable parallel safe
return (
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', rate -> 'rate_id', 'rate_unit', rate -> 'rate_unit',
      'billing_step_minutes', rate -> 'billing_step_minutes',
      'base_rate', currency_units((rate ->> 'rate_minor')::numeric, currency),
      'max_daily_rate', currency_units((rate ->> 'max_daily_minor')::numeric, currency),
      'dynamic', shown_rules(rate -> 'price_rules', currency),
      'effective_from', instant_text((rate ->> 'effective_from')::timestamptz)) order by number),
    '[]')
  from jsonb_array_elements(scheduled_rates) with ordinality as one (rate, number)
);

-- What an event says of a lot follows the API, which shows these details now.
create or replace function shown_lot(lot lots) returns jsonb language sql stable parallel safe
return jsonb_build_object(
  'name', lot.name, 'slug', lot.slug, 'ref', lot.ref, 'address', lot.address, 'city', lot.city,
  'state', lot.state, 'country', lot.country, 'lat', lot.latitude, 'lng', lot.longitude,
  'timezone', lot.timezone, 'total_spaces', lot.total_spaces,
  'is_capacity_estimated', lot.is_capacity_estimated, 'area_m2', lot.area_m2,
  'base_rate', currency_units(lot.rate_minor, lot.currency), 'rate_unit', lot.rate_unit,
  'billing_step_minutes', lot.billing_step_minutes,
  'currency', lot.currency, 'max_daily_rate', currency_units(lot.max_daily_minor, lot.currency),
  'charge_text', case when lot.rate_minor is null then lot.charge_text end,
  'rate_id', lot.rate_id, 'dynamic', shown_rules(lot.price_rules, lot.currency),
  'scheduled', shown_scheduled(lot.scheduled_rates, lot.currency),
  'lot_type', lot.lot_type, 'features', lot.features,
  'spaces', jsonb_build_object(
    'ev', lot.ev_spaces, 'accessible', lot.accessible_spaces, 'av', lot.av_spaces),
  'opening_hours', lot.opening_hours, 'overnight', lot.is_overnight_allowed,
  'max_height_cm', lot.max_height_cm, 'status', lot.status, 'website', lot.website,
  'osm_id', lot.osm_id, 'osm_tags', lot.osm_tags, 'data_license', lot.data_license,
  'is_osm_export_allowed', lot.is_osm_export_allowed, 'is_listed', lot.is_listed,
  'hold_limits', jsonb_build_object(
    'others_pct', lot.hold_others_pct, 'each_pct', lot.hold_each_pct),
  'occupancy_thresholds', lot.occupancy_thresholds, 'deleted_at', instant_text(lot.deleted_at));
