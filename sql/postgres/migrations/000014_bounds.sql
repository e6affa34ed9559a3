-- The last word on every number: bounds that the API names too (src/money.ts, src/great-circle.ts,
-- src/instants.ts). One lot at 5e-324 degrees made the index of positions fail for all others.

-- Degrees as they are kept: whole ten-millionths, about a centimetre, and never -0.
create function rounded_degrees(degrees double precision) returns double precision
language sql immutable parallel safe
return round(degrees * 1e7) / 1e7 + 0;

-- NaN counts as greater than any number, and so as no degrees. What is too large is not multiplied.
create function is_degrees(degrees double precision, degrees_max double precision) returns boolean
language sql immutable parallel safe
return case when abs(degrees) > degrees_max then false else degrees = rounded_degrees(degrees) end;

-- Places in JSON, one or a list: `lat` and `lng` are degrees, or null together.
create function has_degrees(places jsonb) returns boolean
language sql immutable parallel safe
return (
  select coalesce(bool_and(
    is_degrees((place ->> 'lat')::double precision, 90)
    and is_degrees((place ->> 'lng')::double precision, 180)), true)
  from jsonb_path_query(places, '$[*]') as place);

-- Instants that every part of the system can write and read again.
create function is_usable(instant timestamptz) returns boolean
language sql immutable parallel safe
return instant >= '1970-01-01T00:00:00Z'::timestamptz
  and instant < '2200-01-01T00:00:00Z'::timestamptz;

-- Rates in JSON: 1 000 000 currency units of at most four digits, multipliers of 10 to 1 000 %.
create function has_usable_rates(rates jsonb) returns boolean
language sql immutable parallel safe
return not rates @? '$.** ? (@ < 0 || @ > 10000000000)'
  and not rates @? '$.**.multiplier_pct ? (@ < 10 || @ > 1000)';

-- Compatibility forms grow when they are taken apart: a word must stay below the 2 047 bytes that
-- the index of words takes, so what is left of the text is cut once more.
create or replace function words_of(text text) returns text[]
language sql immutable strict parallel safe cost 2000
return array_remove(
  regexp_split_to_array(
    replace(replace(replace(replace(
      translate(
        lower(
          regexp_replace(
            left(normalize(left(text, 400), nfkd), 400), '[\u0300-\u036f]', '', 'g')
          collate pg_c_utf8),
        'øđðħłıə', 'oddhlie'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    '[^a-z0-9\u00c0-\u1fff\u2070-\u2fff\u3040-\U0010ffff]+'),
  '');

-- The fee's share of an amount out of a subtotal, in whole minor units, halves up. Exact however
-- large they are: the product of two bigints is none.
create or replace function fee_share(
  fee_minor bigint, amount_minor bigint, subtotal_minor bigint)
returns bigint language sql immutable parallel safe
return case when subtotal_minor = 0 then 0 else
  div(2 * fee_minor::numeric * amount_minor + subtotal_minor, 2 * subtotal_minor::numeric)::bigint
end;

-- First of all: with its index broken, no row of a lot can be written.
alter table lots drop column position;

-- A file of lots could name any charge, and a rule any floor.
create function usable_rates(rates jsonb) returns jsonb
language sql immutable parallel safe
return rates || (
  select coalesce(jsonb_object_agg(key, to_jsonb(10000000000)), '{}')
  from jsonb_each(rates)
  where jsonb_typeof(value) = 'number' and value > to_jsonb(10000000000));
update lots
set rate_minor = case when rate_minor > 10000000000 then 10000000000 else rate_minor end,
  max_daily_minor =
    case when max_daily_minor > 10000000000 then 10000000000 else max_daily_minor end,
  max_height_cm = case when max_height_cm > 10000 then 10000 else max_height_cm end,
  price_rules = usable_rates(price_rules),
  scheduled_rates = (
    select coalesce(jsonb_agg(
      usable_rates(rate) || jsonb_build_object('price_rules',
        case when jsonb_typeof(rate -> 'price_rules') = 'object'
          then usable_rates(rate -> 'price_rules') else rate -> 'price_rules' end)
      order by number), '[]')
    from jsonb_array_elements(scheduled_rates) with ordinality as scheduled (rate, number))
where rate_minor > 10000000000 or max_daily_minor > 10000000000 or max_height_cm > 10000
  or not has_usable_rates(price_rules) or not has_usable_rates(scheduled_rates);
drop function usable_rates;

-- Changed types have the whole table written anew, and with it its indexes, from the rows that
-- stand: an update would leave the points of before in the index, which is what broke it. Rows that
-- are tombstones are rounded too. A lot at the rim of its cell may by now be a centimetre outside:
-- far less than what the cells that cover a circle reach beyond it.
alter table lots
  drop constraint lots_latitude_check,
  drop constraint lots_longitude_check,
  drop constraint lots_rate_minor_check,
  drop constraint lots_max_daily_minor_check,
  drop constraint lots_max_height_cm_check,
  drop constraint lots_ev_spaces_check,
  drop constraint lots_accessible_spaces_check,
  drop constraint lots_av_spaces_check,
  alter column latitude type double precision using rounded_degrees(latitude),
  alter column longitude type double precision using rounded_degrees(longitude),
  add column position point generated always as (point(longitude, latitude)) stored not null,
  add constraint lots_place check (is_degrees(latitude, 90) and is_degrees(longitude, 180)),
  add constraint lots_rate
    check (rate_minor between 0 and 10000000000 and max_daily_minor between 0 and 10000000000),
  add constraint lots_rules
    check (has_usable_rates(price_rules) and has_usable_rates(scheduled_rates)),
  add constraint lots_max_height check (max_height_cm between 1 and 10000),
  add constraint lots_spaces check (
    ev_spaces between 0 and 100000 and accessible_spaces between 0 and 100000
    and av_spaces between 0 and 100000),
  add constraint lots_reported check (is_usable(reported_at)),
  add constraint lots_texts check (
    length(ref) <= 200 and length(slug) <= 80 and length(address) <= 500 and length(city) <= 500
    and length(state) <= 500 and length(website) <= 500 and length(timezone) <= 50);
create index lots_by_position on lots using gist (position)
  where deleted_at is null and is_listed and status = 'active';

alter table search_log
  alter column cell_latitude type double precision using rounded_degrees(cell_latitude),
  alter column cell_longitude type double precision using rounded_degrees(cell_longitude),
  add constraint search_log_place
    check (is_degrees(cell_latitude, 90) and is_degrees(cell_longitude, 180)),
  add constraint search_log_radius check (radius_m between 0 and 50000);
alter table search_callers
  alter column latitude type double precision using rounded_degrees(latitude),
  alter column longitude type double precision using rounded_degrees(longitude),
  add constraint search_callers_place
    check (is_degrees(latitude, 90) and is_degrees(longitude, 180));
alter table marts.market_rate_by_lot
  alter column latitude type double precision using rounded_degrees(latitude),
  alter column longitude type double precision using rounded_degrees(longitude),
  add constraint market_rate_by_lot_place
    check (is_degrees(latitude, 90) and is_degrees(longitude, 180));
alter table marts.searches_by_cell
  alter column latitude type double precision using rounded_degrees(latitude),
  alter column longitude type double precision using rounded_degrees(longitude),
  add constraint searches_by_cell_place
    check (is_degrees(latitude, 90) and is_degrees(longitude, 180));
alter table marts.projection_sites
  alter column latitude type double precision using rounded_degrees(latitude),
  alter column longitude type double precision using rounded_degrees(longitude),
  add constraint projection_sites_place
    check (is_degrees(latitude, 90) and is_degrees(longitude, 180));

-- A cache: what is forgotten is asked again.
truncate geocodes;
alter table geocodes add constraint geocodes_places check (has_degrees(places));

update holds
set parsed = parsed || jsonb_build_object(
  'lat', rounded_degrees((parsed -> 'lat')::double precision),
  'lng', rounded_degrees((parsed -> 'lng')::double precision))
where not has_degrees(parsed);

-- What is booked stays as it is, so these look at new rows alone (not valid).
alter table holds
  add constraint holds_place check (has_degrees(parsed)),
  add constraint holds_rate
    check (rate_minor <= 10000000000 and max_daily_minor between 0 and 10000000000) not valid,
  add constraint holds_instants
    check (is_usable(starts_at) and is_usable(ends_at) and is_usable(expires_at)) not valid,
  add constraint holds_texts check (
    length(fleet_id) <= 100 and length(agent_platform) <= 100 and length(intent) <= 1000) not valid;
alter table sessions
  add constraint sessions_rate
    check (rate_minor <= 10000000000 and max_daily_minor between 0 and 10000000000) not valid,
  add constraint sessions_amounts check (
    estimated_minor <= 10000000000000 and subtotal_minor <= 10000000000000) not valid,
  add constraint sessions_instants check (
    is_usable(started_at) and is_usable(expected_end) and is_usable(ended_at)) not valid,
  add constraint sessions_texts check (
    length(fleet_id) <= 100 and length(agent_platform) <= 100 and length(agent_name) <= 100)
    not valid;
alter table refunds
  add constraint refunds_amount check (amount_minor <= 10000000000000) not valid,
  add constraint refunds_reason check (length(reason) <= 500) not valid;
alter table api_keys
  add constraint api_keys_spend_cap check (spend_cap_cents <= 100000000000) not valid,
  add constraint api_keys_texts check (
    length(name) <= 200 and length(fleet_id) <= 100 and length(agent_platform) <= 100) not valid;
alter table operators add constraint operators_email check (length(email) <= 254) not valid;
alter table drivers add constraint drivers_email check (length(email) <= 254) not valid;
