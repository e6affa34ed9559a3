-- What subscribers are told of lots: what an operator changed, in the API's words, and when the
-- occupancy crosses a threshold.

-- How many decimal digits a currency has. The same as minorDigits in src/money.ts.
create function minor_digits(currency text) returns integer language sql immutable parallel safe
return case
  when currency = any('{afn,all,bif,clp,cop,djf,gnf,huf,idr,iqd,irr,isk,jpy,kmf,kpw,krw,lak,lbp,mga,
    mmk,pkr,pyg,rwf,sll,sos,syp,ugx,vnd,vuv,xaf,xof,xpf,yer}'::text[]) then 0
  when currency = any('{bhd,jod,kwd,lyd,omr,tnd}'::text[]) then 3
  else 2 end;

-- An amount in units of its currency, as a number without zeros at its end.
create function currency_units(minor numeric, currency text)
returns numeric language sql immutable parallel safe
return trim_scale(
  minor * case minor_digits(currency) when 0 then 1 when 2 then 0.01 when 3 then 0.001 end);

-- Like the instants in answers: milliseconds, in UTC.
create function instant_text(instant timestamptz)
returns text language sql stable parallel safe
return to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- Rules as GET /api/v1/lots/{lot_id}/rates shows them; null: there are none.
create function shown_rules(price_rules jsonb, currency text)
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

-- Rates that are to come, as GET /api/v1/lots/{lot_id}/rates shows them.
create function shown_scheduled(scheduled_rates jsonb, currency text)
returns jsonb language sql stable parallel safe
return (
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', rate -> 'rate_id', 'rate_unit', rate -> 'rate_unit',
      'base_rate', currency_units((rate ->> 'rate_minor')::numeric, currency),
      'max_daily_rate', currency_units((rate ->> 'max_daily_minor')::numeric, currency),
      'dynamic', shown_rules(rate -> 'price_rules', currency),
      'effective_from', instant_text((rate ->> 'effective_from')::timestamptz)) order by number),
    '[]')
  from jsonb_array_elements(scheduled_rates) with ordinality as one (rate, number)
);

-- When the occupancy crosses one of `occupancy_thresholds` (percent of the spaces, ascending), an
-- event is written, and `crossed_thresholds` are those that it is above: always the lowest ones.
-- Time alone moves occupancy, too, when a hold begins or expires and when a count becomes old.
-- `occupancy_due_at` is no later than the next such instant, wherever that can be a crossing.
-- src/lots/write/occupancy-thresholds.ts names the same default.
alter table lots
  add column occupancy_thresholds smallint[] not null default '{80,95}',
  add column crossed_thresholds smallint[] not null default '{}',
  add column occupancy_due_at timestamptz,
  add constraint lots_thresholds check (
    cardinality(occupancy_thresholds) = coalesce(array_length(occupancy_thresholds, 1), 0)
    and cardinality(occupancy_thresholds) <= 5
    and coalesce(array_lower(occupancy_thresholds, 1), 1) = 1
    and array_position(occupancy_thresholds, null) is null
    and occupancy_thresholds[1] >= 1
    and occupancy_thresholds[1] < coalesce(occupancy_thresholds[2], 101)
    and occupancy_thresholds[2] < coalesce(occupancy_thresholds[3], 101)
    and occupancy_thresholds[3] < coalesce(occupancy_thresholds[4], 101)
    and occupancy_thresholds[4] < coalesce(occupancy_thresholds[5], 101)
    and occupancy_thresholds[cardinality(occupancy_thresholds)] <= 100);
create index lots_by_occupancy_due on lots (occupancy_due_at)
  where occupancy_due_at is not null and deleted_at is null;

create or replace function lot_snapshot(lot lots) returns jsonb language sql stable
return to_jsonb(lot)
  - '{position,taken_spaces,held_spaces,space_labels,free_labels,entry_instructions,
      reported_occupied,reported_at,crossed_thresholds,occupancy_due_at,created_at,updated_at,
      deleted_at}'::text[]
  || jsonb_build_object('cell', lot.cell::text);

-- What the operator of a lot decides about it, in the API's words and units: the lot as
-- GET /api/v1/lots/{lot_id} shows it, with the rules and the rates to come of its /rates.
create function shown_lot(lot lots) returns jsonb language sql stable parallel safe
return jsonb_build_object(
  'name', lot.name, 'slug', lot.slug, 'ref', lot.ref, 'address', lot.address, 'city', lot.city,
  'state', lot.state, 'country', lot.country, 'lat', lot.latitude, 'lng', lot.longitude,
  'timezone', lot.timezone, 'total_spaces', lot.total_spaces,
  'base_rate', currency_units(lot.rate_minor, lot.currency), 'rate_unit', lot.rate_unit,
  'currency', lot.currency, 'max_daily_rate', currency_units(lot.max_daily_minor, lot.currency),
  'rate_id', lot.rate_id, 'dynamic', shown_rules(lot.price_rules, lot.currency),
  'scheduled', shown_scheduled(lot.scheduled_rates, lot.currency),
  'lot_type', lot.lot_type, 'features', lot.features,
  'spaces', jsonb_build_object(
    'ev', lot.ev_spaces, 'accessible', lot.accessible_spaces, 'av', lot.av_spaces),
  'opening_hours', lot.opening_hours, 'overnight', lot.is_overnight_allowed,
  'max_height_cm', lot.max_height_cm, 'status', lot.status, 'website', lot.website,
  'osm_id', lot.osm_id, 'is_listed', lot.is_listed,
  'hold_limits', jsonb_build_object(
    'others_pct', lot.hold_others_pct, 'each_pct', lot.hold_each_pct),
  'occupancy_thresholds', lot.occupancy_thresholds, 'deleted_at', instant_text(lot.deleted_at));

-- The data of the event lot.updated: what changed, as it was and as it is; null: nothing did. Means
-- of access are named without their values, because they open the gate. So are `scheduled` rates
-- that would make the event longer than a receiver can be sent.
drop function lot_change(jsonb, jsonb);
create function lot_change(before lots, after lots)
returns jsonb language sql stable parallel safe
return (
  with shown as materialized (
    select shown_lot(before) as before, shown_lot(after) as after
  ),
  changed as materialized (
    select changed_members(before, after) as before, changed_members(after, before) as after
    from shown
  ),
  named as (
    select jsonb_agg(name order by name collate "C") as names
    from (
      select jsonb_object_keys(changed.after) as name from changed
      union all
      select 'access'
      where (before.entry_instructions, before.space_labels)
        is distinct from (after.entry_instructions, after.space_labels)
    ) as one
  ),
  long as (
    select case
      when octet_length((changed.before -> 'scheduled')::text)
        + octet_length((changed.after -> 'scheduled')::text) > 500000
      then 'scheduled' else '' end as name
    from changed
  )
  select jsonb_build_object(
    'lot_id', after.lot_id, 'changed', names,
    'before', coalesce(changed.before - long.name, '{}'),
    'after', coalesce(changed.after - long.name, '{}'))
  from changed cross join named cross join long
  where names is not null
);

-- A receiver is sent at most 1,000,000 bytes: this text, which is longer than the same JSON without
-- spaces, and up to 1,000 bytes around it.
alter table events add constraint events_body_size
  check (octet_length(data::text) <= 999000) not valid;

-- Whole percent of a lot in use; a lot without spaces is full. The same as occupancyPct in
-- src/pricing/offer-lot-rate.ts.
create function occupancy_pct(total_spaces integer, occupied integer)
returns integer language sql immutable parallel safe
return case when total_spaces = 0 then 100
  else least(100, (200 * occupied + total_spaces) / (2 * total_spaces)) end;

-- The thresholds that a lot is above with so many spaces in use: those it reaches, and those it was
-- above and is not 5 points below. Below a threshold of 5 or less is only an empty lot.
create function thresholds_above(lot lots, occupied integer)
returns smallint[] language sql immutable parallel safe
return array(
  select threshold
  from unnest(lot.occupancy_thresholds) as threshold
  where occupied * 100 >= threshold * lot.total_spaces
    or threshold <= lot.crossed_thresholds[cardinality(lot.crossed_thresholds)]
      and occupied * 100 > greatest(threshold - 5, 0) * lot.total_spaces
  order by threshold);

-- The next instant at which time alone moves a lot's occupancy; null: none is known.
create function occupancy_moves_at(lot lots, as_of timestamptz)
returns timestamptz language sql stable
return least(
  case when lot.reported_at > as_of - interval '15 minutes'
    then lot.reported_at + interval '15 minutes' end,
  case when lot.held_spaces > 0 then (
    select min(case when starts_at > as_of then starts_at else expires_at end)
    from holds
    where lot_id = lot.lot_id and status = 'held' and expires_at > as_of) end);

update lots
set crossed_thresholds = thresholds_above(lots, occupied_spaces(lots, now())),
  occupancy_due_at = occupancy_moves_at(lots, now())
where taken_spaces > 0 or held_spaces > 0 or reported_at > now() - interval '15 minutes';

-- Writes an event for each threshold that a lot has crossed, and which it is above now. The caller
-- has locked the lot's row, so it alone does this. Without `is_told` it writes no events.
create function note_occupancy(lot lots, is_told boolean default true)
returns void language plpgsql as $$
declare
  as_of timestamptz := clock_timestamp();
  occupied integer := occupied_spaces(lot, as_of);
  above smallint[] := thresholds_above(lot, occupied);
  due_at timestamptz := occupancy_moves_at(lot, as_of);
begin
  -- An instant that is too early costs one look; writing it anew costs a version of the row.
  if lot.occupancy_due_at > as_of and (due_at is null or lot.occupancy_due_at < due_at) then
    due_at := lot.occupancy_due_at;
  end if;
  if is_told and above <> lot.crossed_thresholds then
    insert into events (type, livemode, operator_id, entity_id, data)
    select 'occupancy.changed', lot.livemode, lot.operator_id, lot.lot_id::text, jsonb_build_object(
      'lot_id', lot.lot_id,
      'occupancy_pct', occupancy_pct(lot.total_spaces, occupied),
      'available_spaces', greatest(0, lot.total_spaces - occupied),
      'threshold_pct', threshold,
      'direction', case when is_above then 'up' else 'down' end,
      'as_of', instant_text(as_of))
    from unnest(lot.occupancy_thresholds) as threshold
    cross join lateral (select threshold = any(above) as is_above) as state
    where is_above <> (threshold = any(lot.crossed_thresholds))
    order by case when is_above then threshold else -threshold end;
  end if;
  if above <> lot.crossed_thresholds or due_at is distinct from lot.occupancy_due_at then
    update lots set crossed_thresholds = above, occupancy_due_at = due_at
    where lot_id = lot.lot_id;
  end if;
end $$;

-- It runs after the statement, so it sees the holds that the statement wrote. Most stays cross
-- nothing, and cost only the comparisons here: whether the lot could, now or by time alone, reach
-- the next threshold or fall below the last one it is above. (In a WHEN clause they would be parsed
-- for each statement.) Other thresholds are no crossing.
create function note_lot_occupancy() returns trigger language plpgsql as $$
declare
  above_count integer := cardinality(new.crossed_thresholds);
begin
  if new.deleted_at is null and (
    old.occupancy_thresholds <> new.occupancy_thresholds
    or greatest(new.taken_spaces + new.held_spaces,
        case when new.reported_at > now() - interval '15 minutes' then new.reported_occupied end)
      * 100 >= new.occupancy_thresholds[above_count + 1] * new.total_spaces
    or above_count > 0 and new.taken_spaces * 100
      <= greatest(new.crossed_thresholds[above_count] - 5, 0) * new.total_spaces)
  then
    perform note_occupancy(new, old.occupancy_thresholds = new.occupancy_thresholds);
  end if;
  return null;
end $$;
create trigger lots_note_occupancy
  after update of taken_spaces, held_spaces, total_spaces, reported_occupied, reported_at,
    occupancy_thresholds on lots
  for each row execute function note_lot_occupancy();
