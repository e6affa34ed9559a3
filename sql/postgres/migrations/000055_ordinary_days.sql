-- What a day of parking costs is known where a maximum is posted, or it is said that there is none;
-- and a day is as long as a lot is open on an ordinary Wednesday.

-- Nobody has said so yet of any lot.
alter table lots
  add column has_no_daily_max boolean not null default false,
  add constraint lots_daily_max check (not (has_no_daily_max and max_daily_minor is not null));

-- What an event says of a lot follows the API.
create or replace function shown_scheduled(scheduled_rates jsonb, currency text)
returns jsonb language sql stable parallel safe
return (
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', rate -> 'rate_id', 'rate_unit', rate -> 'rate_unit',
      'billing_step_minutes', rate -> 'billing_step_minutes',
      'base_rate', currency_units((rate ->> 'rate_minor')::numeric, currency),
      'max_daily_rate', currency_units((rate ->> 'max_daily_minor')::numeric, currency),
      'has_no_daily_max', coalesce((rate ->> 'has_no_daily_max')::boolean, false),
      'dynamic', shown_rules(rate -> 'price_rules', currency),
      'effective_from', instant_text((rate ->> 'effective_from')::timestamptz)) order by number),
    '[]')
  from jsonb_array_elements(scheduled_rates) with ordinality as one (rate, number)
);

create or replace function shown_lot(lot lots) returns jsonb language sql stable parallel safe
return jsonb_build_object(
  'name', lot.name, 'slug', lot.slug, 'ref', lot.ref, 'address', lot.address, 'city', lot.city,
  'state', lot.state, 'country', lot.country, 'lat', lot.latitude, 'lng', lot.longitude,
  'timezone', lot.timezone, 'total_spaces', lot.total_spaces,
  'is_capacity_estimated', lot.is_capacity_estimated, 'area_m2', lot.area_m2,
  'base_rate', currency_units(lot.rate_minor, lot.currency), 'rate_unit', lot.rate_unit,
  'billing_step_minutes', lot.billing_step_minutes,
  'currency', lot.currency, 'max_daily_rate', currency_units(lot.max_daily_minor, lot.currency),
  'has_no_daily_max', lot.has_no_daily_max,
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
  'occupancy_thresholds', lot.occupancy_thresholds,
  'availability_shown', lot.availability_shown, 'deleted_at', instant_text(lot.deleted_at));

-- The opening hours that lots have or had, each with the minutes of a Wednesday that is no holiday
-- in which it is open; null: that cannot be read or computed, or is not known.
create table ordinary_days (
  ordinary_day_id bigint generated always as identity,
  tx xid8 not null default pg_current_xact_id(),
  opening_hours text not null unique check (length(opening_hours) <= 255),
  open_minutes smallint check (open_minutes between 0 and 1440),
  primary key (tx, ordinary_day_id)
);
create trigger ordinary_days_is_append_only before update or delete or truncate on ordinary_days
for each statement execute function refuse_change();
