CREATE OR REPLACE FUNCTION public.add_search_days(days_ahead integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET lock_timeout TO '1s'
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  day timestamptz;
  name text;
  day_count integer := 0;
begin
  -- Of two at the same time, the second waits and then finds nothing to do.
  lock table only public.search_log in share update exclusive mode;
  for day in
    select generate_series(
      greatest(date_trunc('day', now()), (select max(to_at) from public.search_log_days())),
      date_trunc('day', now()) + make_interval(days => least(days_ahead, 30)),
      interval '1 day')
  loop
    continue when exists (
      select from public.search_log_default
      where logged_at >= day and logged_at < day + interval '1 day');
    name := 'public.search_log_' || to_char(day, 'YYYYMMDD');
    execute format(
      'create table %s (like public.search_log including all excluding identity,
         primary key (tx, search_id))', name);
    execute format(
      'alter table public.search_log attach partition %s for values from (%L) to (%L)',
      name, day, day + interval '1 day');
    day_count := day_count + 1;
  end loop;
  return day_count;
end
$function$
;

CREATE OR REPLACE FUNCTION public.are_thresholds(thresholds smallint[])
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  return cardinality(thresholds) = coalesce(array_length(thresholds, 1), 0)
    and cardinality(thresholds) <= 5
    and coalesce(array_lower(thresholds, 1), 1) = 1
    and array_position(thresholds, null) is null
    and thresholds[1] >= 1
    and thresholds[1] < coalesce(thresholds[2], 101)
    and thresholds[2] < coalesce(thresholds[3], 101)
    and thresholds[3] < coalesce(thresholds[4], 101)
    and thresholds[4] < coalesce(thresholds[5], 101)
    and thresholds[cardinality(thresholds)] <= 100;
end $function$
;

CREATE OR REPLACE FUNCTION public.are_usable(first timestamp with time zone, second timestamp with time zone, third timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  return public.is_usable(first) and public.is_usable(second) and public.is_usable(third);
end $function$
;

CREATE OR REPLACE FUNCTION public.ask_for_proof()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into public.webhook_addresses as address (operator_id, livemode, url)
  values (new.operator_id, new.livemode, new.url)
  on conflict (operator_id, livemode, url) do update
  set asked_at = now(), challenge_count = 0,
    due_at = case when address.verified_at is null then now() end;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.await_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into public.unbilled_months (operator_id, from_at) select operator_id, from_at from added;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.begin_sealing()
 RETURNS void
 LANGUAGE plpgsql
 SET lock_timeout TO '500ms'
AS $function$
begin
  lock table vehicles, erasures in share row exclusive mode;
  update plate_keys set stage = 'sealing' where stage = 'plain';
end $function$
;

CREATE OR REPLACE FUNCTION public.book_capture()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into public.ledger (
    kind, at, operator_id, livemode, lot_id, session_id, currency, stay_count,
    driver_minor, shortfall_minor, platform_fee_minor, operator_minor)
  select
    case when old.captured_at is null then 'stay' else 'correction' end,
    captured_at, operator_id, livemode, lot_id, session_id, currency, times,
    times * -subtotal_minor, times * shortfall_minor, times * platform_fee_minor,
    times * (subtotal_minor - shortfall_minor - platform_fee_minor)
  from (
    select old.*, -1 as times where old.captured_at is not null
    union all
    select new.*, 1 where new.captured_at is not null
  ) as stay;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.book_captures_new()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into public.ledger (
    kind, at, operator_id, livemode, lot_id, session_id, currency, stay_count,
    driver_minor, shortfall_minor, platform_fee_minor, operator_minor)
  select
    'stay', captured_at, operator_id, livemode, lot_id, session_id, currency, 1,
    -subtotal_minor, shortfall_minor, platform_fee_minor,
    subtotal_minor - shortfall_minor - platform_fee_minor
  from added where captured_at is not null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.book_processor_fees()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into public.ledger (
    kind, at, operator_id, livemode, lot_id, session_id, currency, movement_id,
    processor_fee_minor, platform_fee_minor)
  select
    'processor_fee', added.at, stay.operator_id, added.livemode, stay.lot_id, stay.session_id,
    added.processor_fee_currency, added.movement_id,
    added.processor_fee_minor, -added.processor_fee_minor
  from added
  cross join lateral (
    select operator_id, lot_id, session_id from public.sessions
    where sessions.payment_intent_id = added.payment_intent_id
      and sessions.livemode = added.livemode and sessions.source <> 'import'
    limit 1
  ) as stay
  where added.processor_fee_minor <> 0
  on conflict (movement_id) where kind = 'processor_fee' do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.book_refund()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into public.ledger (
    kind, at, operator_id, livemode, lot_id, session_id, refund_id, currency,
    refunds_minor, platform_fee_minor, operator_minor)
  select
    case when old.status = 'succeeded' then 'correction' else 'refund' end,
    case when new.status = 'succeeded' then settled_at else now() end, operator_id, livemode,
    (select lot_id from public.sessions where sessions.session_id = refund.session_id),
    session_id, refund_id, currency,
    times * amount_minor, times * -fee_minor, times * (fee_minor - amount_minor)
  from (
    select old.*, -1 as times where old.status = 'succeeded'
    union all
    select new.*, 1 where new.status = 'succeeded'
  ) as refund;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.cell_parent(cell bigint, resolution integer)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (((cell & (~ ((15)::bigint << 52))) | ((resolution)::bigint << 52)) | (((1)::bigint << (3 * (15 - resolution))) - 1))
;

CREATE OR REPLACE FUNCTION public.changed_members(before jsonb, after jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT jsonb_object_agg(jsonb_each.key, jsonb_each.value) AS jsonb_object_agg FROM jsonb_each(changed_members.before) jsonb_each(key, value) WHERE (jsonb_each.value IS DISTINCT FROM (changed_members.after -> jsonb_each.key)))
;

CREATE OR REPLACE FUNCTION public.count_gross()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into public.captured_months as month
    (operator_id, livemode, from_at, currency, slot, gross_minor)
  select operator_id, livemode, date_trunc('month', at, 'UTC'), currency,
    hashtext(session_id) & 15, -sum(driver_minor + shortfall_minor)
  from added where driver_minor <> 0
  group by 1, 2, 3, 4, 5
  order by 1, 2, 3, 4, 5
  on conflict (operator_id, livemode, from_at, currency, slot) do update
  set gross_minor = month.gross_minor + excluded.gross_minor;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_mandate()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  rules public.mandates;
  counted record;
  cost_minor bigint := coalesce(new.subtotal_minor, new.estimated_minor);
  added_minor bigint := cost_minor;
begin
  if tg_op = 'UPDATE' and old.mandate_id is not null then
    added_minor := cost_minor - coalesce(old.subtotal_minor, old.estimated_minor);
  end if;
  select * into strict rules from public.mandates where mandate_id = new.mandate_id;
  if new.currency <> rules.currency then
    raise exception 'the mandate has another currency'
      using errcode = 'check_violation', constraint = 'mandate_currency';
  elsif cost_minor > rules.max_per_stay_minor then
    raise exception 'the stay costs more than the mandate allows for one'
      using errcode = 'check_violation', constraint = 'mandate_max_per_stay';
  end if;
  for counted in
    select * from public.mandate_limits(rules, new.started_at) order by period
  loop
    if added_minor > 0 then
      insert into public.mandate_periods as kept
      values (rules.mandate_id, counted.period, counted.starts_on, added_minor,
        counted.limit_minor)
      on conflict (mandate_id, period, starts_on) do update
      set authorised_minor = kept.authorised_minor + excluded.authorised_minor;
    else
      update public.mandate_periods
      set authorised_minor = authorised_minor + added_minor
      where mandate_id = rules.mandate_id
        and period = counted.period and starts_on = counted.starts_on;
    end if;
  end loop;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_valid_keys(of_operator text)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('keys of ' || of_operator, 0));
  return (
    select count(*) from api_keys
    where operator_id = of_operator and kind = 'key' and revoked_at is null
      and (expires_at is null or expires_at > now()));
end $function$
;

CREATE OR REPLACE FUNCTION public.currency_units(minor numeric, currency text)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN trim_scale((minor * CASE minor_digits(currency) WHEN 0 THEN (1)::numeric WHEN 2 THEN 0.01 WHEN 3 THEN 0.001 ELSE NULL::numeric END))
;

CREATE OR REPLACE FUNCTION public.degrees_around(latitude double precision, distance_m double precision)
 RETURNS point
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN point(CASE WHEN (sin((distance_m / (6371007.180918475)::double precision)) < cos(radians(latitude))) THEN (degrees(asin((sin((distance_m / (6371007.180918475)::double precision)) / cos(radians(latitude))))) + (0.000001)::double precision) ELSE (360)::double precision END, (degrees((distance_m / (6371007.180918475)::double precision)) + (0.000001)::double precision))
;

CREATE OR REPLACE FUNCTION public.drop_search_day(days_kept integer)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET lock_timeout TO '1s'
AS $function$
declare
  kept_from timestamptz :=
    date_trunc('day', now(), 'UTC') - make_interval(days => greatest(days_kept, 2));
  safe record;
  day record;
  newest record;
begin
  select last_tx as tx, last_id as id into safe
  from public.archive_files
  where source = 'search_log'
  order by first_batch desc
  limit 1;
  if safe is null
    or exists (
      select from public.archive_files where source = 'search_log' and damage is not null)
  then
    return null;
  end if;
  select least(safe.tx, tx) as tx,
    case when (safe.tx, safe.id) <= (tx, id) then safe.id else id end as id
  into safe
  from public.reading_positions
  where reader = 'search_crowds';
  for day in
    select partition, to_at from public.search_log_days() where to_at <= kept_from
    union all
    select 'public.search_log_default', kept_from
    where exists (select from public.search_log_default where logged_at < kept_from)
  loop
    exit when exists (select from public.search_callers where at < day.to_at);
    -- The newest row is read under the lock that a drop needs anyway.
    lock table only public.search_log in access exclusive mode;
    execute format('lock table %s in access exclusive mode', day.partition);
    execute format(
      'select tx, search_id as id from %s where logged_at < %L
       order by tx desc, search_id desc limit 1', day.partition, day.to_at)
    into newest;
    continue when (newest.tx, newest.id) > (safe.tx, safe.id);
    if day.partition = 'public.search_log_default'::regclass then
      delete from public.search_log_default where logged_at < day.to_at;
    else
      execute format('drop table %s', day.partition);
    end if;
    update public.search_log_start
    set
      tx = case when (newest.tx, newest.id) > (tx, id) then newest.tx else tx end,
      id = case when (newest.tx, newest.id) > (tx, id) then newest.id else id end,
      dropped_before = greatest(dropped_before, day.to_at);
    return day.to_at;
  end loop;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.due_searches(days_kept integer)
 RETURNS TABLE(is_due boolean, tx xid8, id bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  kept_from timestamptz := date_trunc('day', now(), 'UTC') - make_interval(days => days_kept);
  day regclass;
  newest record;
begin
  is_due := false;
  for day in
    select partition from public.search_log_days() where to_at <= kept_from
    union all
    select 'public.search_log_default'
    where exists (select from public.search_log_default where logged_at < kept_from)
  loop
    is_due := true;
    execute format(
      'select tx, search_id as id from %s where logged_at < %L
       order by tx desc, search_id desc limit 1', day, kept_from)
    into newest;
    if (tx, id) is null or (newest.tx, newest.id) > (tx, id) then
      tx := newest.tx;
      id := newest.id;
    end if;
  end loop;
  return next;
end
$function$
;

CREATE OR REPLACE FUNCTION public.event_body(event_id text, type text, created_at timestamp with time zone, data jsonb)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (((((((('{"id":'::text || (to_json(event_id))::text) || ',"type":'::text) || (to_json(type))::text) || ',"created_at":"'::text) || to_char((created_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text)) || '","data":'::text) || (data)::text) || '}'::text)
;

CREATE OR REPLACE FUNCTION public.fee_share(fee_minor bigint, amount_minor bigint, subtotal_minor bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (subtotal_minor = 0) THEN (0)::bigint ELSE (div(((((2)::numeric * (fee_minor)::numeric) * (amount_minor)::numeric) + (subtotal_minor)::numeric), ((2)::numeric * (subtotal_minor)::numeric)))::bigint END
;

CREATE OR REPLACE FUNCTION public.finish_sealing()
 RETURNS void
 LANGUAGE plpgsql
 SET lock_timeout TO '500ms'
AS $function$
begin
  lock table event_bodies in share row exclusive mode;
  delete from event_bodies
  where vehicle_id is not null
    and body like '%"vehicle_plate": "%' and body not like '%"vehicle_plate": "p1.%';
  if exists (select from vehicles where not is_sealed(plate))
    or exists (select from shown_plates where not is_sealed(shown_plate))
    or exists (select from erasures where kind = 'plate' and not is_sealed(subject))
  then
    raise exception 'some plates are still stored plain';
  end if;
  update plate_keys set stage = 'sealed' where stage = 'sealing';
end $function$
;

CREATE OR REPLACE FUNCTION public.forget_plate()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' or is_sealed(old.plate) or not is_sealed(new.plate) then
    delete from shown_plates where vehicle_id = old.vehicle_id;
  end if;
  update deliveries
  set attempts = (
      select coalesce(jsonb_agg(attempt - 'answer'), '[]')
      from jsonb_array_elements(attempts) as attempt)
  where event_id in (select event_id from event_bodies where vehicle_id = old.vehicle_id);
  delete from event_bodies where vehicle_id = old.vehicle_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.forget_secret()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  delete from public.webhook_secrets where webhook_id = new.webhook_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.free_by_count(lot lots, begins_at timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 STABLE
RETURN CASE WHEN ((NOT (lot).reports_inform_only) AND ((lot).reported_at > (begins_at - '00:15:00'::interval))) THEN ((lot).total_spaces - (lot).reported_occupied) ELSE NULL::integer END
;

CREATE OR REPLACE FUNCTION public.great_circle_m(lat_a double precision, lng_a double precision, lat_b double precision, lng_b double precision)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((((2)::numeric * 6371007.180918475))::double precision * asin(LEAST((1)::double precision, sqrt(((sin((radians((lat_a - lat_b)) / (2)::double precision)) ^ (2)::double precision) + ((cos(radians(lat_a)) * cos(radians(lat_b))) * (sin((radians((lng_a - lng_b)) / (2)::double precision)) ^ (2)::double precision)))))))
;

CREATE OR REPLACE FUNCTION public.has_degrees(places jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT COALESCE(bool_and((is_degrees(((place.place ->> 'lat'::text))::double precision, (90)::double precision) AND is_degrees(((place.place ->> 'lng'::text))::double precision, (180)::double precision))), true) AS "coalesce" FROM jsonb_path_query(has_degrees.places, '$[*]'::jsonpath) place(place))
;

CREATE OR REPLACE FUNCTION public.has_usable_rates(rates jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  return not rates @? '$.**?(@ < 0 || @ > 10000000000)'
    and not rates @? '$.**."multiplier_pct"?(@ < 10 || @ > 1000)';
end $function$
;

CREATE OR REPLACE FUNCTION public.hash_caller(secret bytea, who text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (encode(substr(sha256((secret || convert_to(who, 'UTF8'::name))), 1, 16), 'hex'::text))::uuid
;

CREATE OR REPLACE FUNCTION public.held_plan(plan text, next_plan text, next_plan_at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN (next_plan_at <= now()) THEN next_plan ELSE plan END
;

CREATE OR REPLACE FUNCTION public.hold_host_budget(of_host text, of_operator text, per_second integer, burst integer, as_of timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  now constant timestamptz := coalesce(as_of, now());
  held timestamptz;
begin
  select full_at into held from webhook_host_budgets
  where host = of_host and operator_id = of_operator
  for no key update skip locked;
  if found then
    return greatest(0, burst - ceil(greatest(0, per_second * extract(epoch from held - now))));
  end if;
  if exists (
    select from webhook_host_budgets where host = of_host and operator_id = of_operator
  ) then
    return 0;
  end if;
  return burst;
end $function$
;

CREATE OR REPLACE FUNCTION public.idle_seconds(of_lot uuid, by_operator text, as_of timestamp with time zone)
 RETURNS numeric
 LANGUAGE sql
 STABLE
RETURN (SELECT COALESCE(sum((((holds.space_count - holds.activated_count))::numeric * EXTRACT(epoch FROM (holds.expires_at - holds.starts_at)))), (0)::numeric) AS "coalesce" FROM holds WHERE ((holds.lot_id = idle_seconds.of_lot) AND (holds.creator_operator_id = idle_seconds.by_operator) AND (holds.creator_operator_id <> holds.operator_id) AND (COALESCE(holds.canceled_at, holds.expires_at) > (idle_seconds.as_of - '24:00:00'::interval)) AND (COALESCE(holds.canceled_at, holds.expires_at) <= idle_seconds.as_of)))
;

CREATE OR REPLACE FUNCTION public.instant_text(instant timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN to_char((instant AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text)
;

CREATE OR REPLACE FUNCTION public.is_below_horizon(tx xid8)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (tx < pg_snapshot_xmin(pg_current_snapshot()))
;

CREATE OR REPLACE FUNCTION public.is_degrees(degrees double precision, degrees_max double precision)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (abs(degrees) > degrees_max) THEN false ELSE (degrees = rounded_degrees(degrees)) END
;

CREATE OR REPLACE FUNCTION public.is_open_since_before(instant timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select exists (
    select from pg_stat_activity where datname = current_database() and xact_start < instant)
$function$
;

CREATE OR REPLACE FUNCTION public.is_place(latitude double precision, longitude double precision)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  return public.is_degrees(latitude, 90) and public.is_degrees(longitude, 180);
end $function$
;

CREATE OR REPLACE FUNCTION public.is_sealed(plate text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN starts_with(plate, 'p1.'::text)
;

CREATE OR REPLACE FUNCTION public.is_unseen(tx xid8, seen pg_snapshot)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((tx >= pg_snapshot_xmin(seen)) AND (tx < pg_snapshot_xmax(pg_current_snapshot())) AND (NOT pg_visible_in_snapshot(tx, seen)))
;

CREATE OR REPLACE FUNCTION public.is_usable(instant timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((instant >= '1970-01-01 00:00:00+00'::timestamp with time zone) AND (instant < '2200-01-01 00:00:00+00'::timestamp with time zone))
;

CREATE OR REPLACE FUNCTION public.is_vouched_for(url text, vouched text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (EXISTS (SELECT FROM unnest(is_vouched_for.vouched) one(one) WHERE starts_with(is_vouched_for.url, one.one)))
;

CREATE OR REPLACE FUNCTION public.keep_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE'
    or (old.invoice_id, old.operator_id, old.from_at, old.operator_name, old.total_cents)
      is distinct from
      (new.invoice_id, new.operator_id, new.from_at, new.operator_name, new.total_cents)
    or (old.issued_at is not null
      and (old.issued_at, old.due_at, old.blocks_at, old.processor_invoice_id)
        is distinct from (new.issued_at, new.due_at, new.blocks_at, new.processor_invoice_id))
    or (old.paid_at is not null and old.paid_at is distinct from new.paid_at)
    or (old.voided_at is not null and old.voided_at is distinct from new.voided_at) then
    raise exception 'an invoice stays as it is: % refused', tg_op
      using errcode = 'restrict_violation';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_key_revoked()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a revoked key stays revoked' using errcode = 'restrict_violation';
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_previous_secret()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.previous_secret := old.secret;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_tariff()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  kept jsonb = coalesce(
    plain_tariff(
      new.rate_minor, new.rate_unit, new.billing_step_minutes, new.max_daily_minor,
      new.has_no_daily_max),
    (
      select scheduled_tariff(rate)
      from jsonb_array_elements(coalesce(old.scheduled_rates, '[]')) as scheduled (rate)
      where rate ->> 'rate_id' = new.rate_id
      limit 1),
    -- The same tariff posted again; without an id its price is gone.
    case when new.rate_id is not null then new.tariff end);
begin
  if kept is distinct from new.tariff then
    update lots set tariff = kept where lot_id = new.lot_id;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.key_created_diff(key api_keys)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
RETURN jsonb_build_object('before', NULL::unknown, 'after', jsonb_build_object('operator_id', (key).operator_id, 'name', (key).name, 'prefix', (key).prefix, 'last4', (key).last4, 'mode', CASE WHEN (key).livemode THEN 'live'::text ELSE 'test'::text END, 'scopes', (key).scopes, 'fleet_id', (key).fleet_id, 'agent_platform', (key).agent_platform, 'rate_limits', (key).rate_limits, 'spend_cap_cents', (key).spend_cap_cents, 'expires_at', to_char(((key).expires_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text)))
;

CREATE OR REPLACE FUNCTION public.key_line(of_key text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
AS $function$
  with recursive line as (
    select of_key as key_id
    union
    select near.key_id
    from line
    join api_keys as mine using (key_id)
    join api_keys as near on near.key_id = mine.rotated_from or near.rotated_from = mine.key_id
  )
  select key_id from line
$function$
;

CREATE OR REPLACE FUNCTION public.key_revoked_diff(key api_keys)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
RETURN jsonb_build_object('before', jsonb_build_object('revoked_at', NULL::unknown), 'after', jsonb_build_object('revoked_at', to_char(((key).revoked_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text)))
;

CREATE OR REPLACE FUNCTION public.limit_local_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  ahead_max constant integer := 1000;
  -- Of those that ended within 400 days.
  past_max constant integer := 5000;
  kind_max constant integer := 3;
  near_m constant float8 := 20000;
  as_of timestamptz := clock_timestamp();
  ahead_count integer;
  past_count integer;
  kind_count integer;
  zone text;
begin
  perform pg_advisory_xact_lock(hashtextextended('local events of ' || new.operator_id, 0));
  select
    count(*) filter (where ends_at > as_of),
    count(*) filter (where ends_at <= as_of and ends_at > as_of - interval '9600 hours')
  into ahead_count, past_count
  from local_events
  where operator_id = new.operator_id and livemode = new.livemode and deleted_at is null;
  if new.ends_at > as_of and ahead_count > ahead_max then
    raise exception 'an operator has as many local events ahead as it may'
      using errcode = 'check_violation', constraint = 'local_events_ahead';
  end if;
  if new.ends_at <= as_of and past_count > past_max then
    raise exception 'an operator has as many past local events as it may'
      using errcode = 'check_violation', constraint = 'local_events_past';
  end if;
  select timezone into zone
  from lots
  where operator_id = new.operator_id and livemode = new.livemode
    and deleted_at is null and is_listed and status = 'active'
  order by position <-> point(new.longitude, new.latitude)
  limit 1;
  zone := coalesce(zone, 'UTC');
  select max(event_count) into kind_count
  from (
    select count(*) as event_count
    from generate_series(
      date_trunc('day', new.starts_at at time zone zone),
      (new.ends_at - interval '1 microsecond') at time zone zone,
      interval '1 day') as day
    join local_events as other
      on tstzrange(other.starts_at, other.ends_at)
        && tstzrange(day at time zone zone, (day + interval '1 day') at time zone zone)
    where other.operator_id = new.operator_id and other.livemode = new.livemode
      and other.deleted_at is null and other.type = new.type
      and great_circle_m(other.latitude, other.longitude, new.latitude, new.longitude) <= near_m
    group by day
  ) as on_day;
  if kind_count > kind_max then
    raise exception 'an operator has as many local events of this type on a day as it may'
      using errcode = 'check_violation', constraint = 'local_events_of_a_type';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.limit_webhooks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  webhooks_max constant integer := 20;
begin
  perform pg_advisory_xact_lock(hashtextextended('webhooks of ' || new.operator_id, 0));
  if (
    select count(*) from webhooks
    where operator_id = new.operator_id and livemode = new.livemode and deleted_at is null
  ) > webhooks_max then
    raise exception 'an operator has as many webhooks as it may'
      using errcode = 'check_violation', constraint = 'webhooks_limit';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.local_events_full(of_operator text, in_livemode boolean, ending_at timestamp with time zone, ahead_max integer, past_max integer)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  as_of timestamptz := clock_timestamp();
  is_ahead boolean := ending_at > as_of;
  event_count integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('local events of ' || of_operator, 0));
  select count(*) into event_count
  from local_events
  where operator_id = of_operator and livemode = in_livemode and deleted_at is null
    -- 9600 hours are 400 days.
    and ends_at > as_of - interval '9600 hours' and (ends_at > as_of) = is_ahead;
  return case
    when is_ahead and event_count >= ahead_max then 'ahead'
    when not is_ahead and event_count >= past_max then 'past' end;
end $function$
;

CREATE OR REPLACE FUNCTION public.lot_change(before lots, after lots)
 RETURNS jsonb
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (WITH shown AS MATERIALIZED (SELECT shown_lot(lot_change.before) AS before, shown_lot(lot_change.after) AS after), changed AS MATERIALIZED (SELECT changed_members(shown.before, shown.after) AS before, changed_members(shown.after, shown.before) AS after FROM shown), named AS (SELECT jsonb_agg(one.name ORDER BY (one.name COLLATE "C")) AS names FROM (SELECT jsonb_object_keys(changed_1.after) AS name FROM changed changed_1 UNION ALL SELECT 'access'::text WHERE (((lot_change.before).entry_instructions IS DISTINCT FROM (lot_change.after).entry_instructions) OR ((lot_change.before).space_labels IS DISTINCT FROM (lot_change.after).space_labels))) one), long AS (SELECT CASE WHEN ((octet_length(((changed_1.before -> 'scheduled'::text))::text) + octet_length(((changed_1.after -> 'scheduled'::text))::text)) > 500000) THEN 'scheduled'::text ELSE ''::text END AS name FROM changed changed_1) SELECT jsonb_build_object('lot_id', (lot_change.after).lot_id, 'changed', named.names, 'before', COALESCE((changed.before - long.name), '{}'::jsonb), 'after', COALESCE((changed.after - long.name), '{}'::jsonb)) AS jsonb_build_object FROM ((changed CROSS JOIN named) CROSS JOIN long) WHERE (named.names IS NOT NULL))
;

CREATE OR REPLACE FUNCTION public.lot_snapshot(lot lots)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
RETURN ((to_jsonb(lot) - '{position,taken_spaces,held_spaces,space_labels,free_labels,entry_instructions,reported_occupied,reported_at,crossed_thresholds,occupancy_due_at,export_number,created_at,updated_at,deleted_at}'::text[]) || jsonb_build_object('cell', ((lot).cell)::text))
;

CREATE OR REPLACE FUNCTION public.lot_tariff(lot lots)
 RETURNS jsonb
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN COALESCE(plain_tariff((lot).rate_minor, COALESCE((lot).rate_unit, 'hour'::text), COALESCE(((lot).billing_step_minutes)::integer, 1), (lot).max_daily_minor, COALESCE((lot).has_no_daily_max, false)), (lot).tariff)
;

CREATE OR REPLACE FUNCTION public.lot_updated_diff(before jsonb, after jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN jsonb_build_object('before', COALESCE(changed_members(before, after), '{}'::jsonb), 'after', after)
;

CREATE OR REPLACE FUNCTION public.lot_words(name text, ref text, address text, city text, state text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN array_to_tsvector(words_of(((((((((name || ' '::text) || COALESCE(ref, ''::text)) || ' '::text) || COALESCE(address, ''::text)) || ' '::text) || COALESCE(city, ''::text)) || ' '::text) || COALESCE(state, ''::text))))
;

CREATE OR REPLACE FUNCTION public.lots_left(of_operator text, in_livemode boolean, lots_max integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
begin
  if lots_max is null then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('lots of ' || of_operator, 0));
  return greatest(0, lots_max - (
    select count(*) from lots
    where operator_id = of_operator and livemode = in_livemode and deleted_at is null));
end $function$
;

CREATE OR REPLACE FUNCTION public.mandate_limits(mandate mandates, at timestamp with time zone)
 RETURNS TABLE(period text, starts_on date, limit_minor bigint)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT 'day'::text,
     ((mandate_limits.at AT TIME ZONE (mandate_limits.mandate).timezone))::date AS timezone,
     (mandate_limits.mandate).max_per_day_minor AS max_per_day_minor
   WHERE ((mandate_limits.mandate).max_per_day_minor IS NOT NULL)
 UNION ALL
  SELECT 'month'::text,
     (date_trunc('month'::text, (mandate_limits.at AT TIME ZONE (mandate_limits.mandate).timezone)))::date AS date_trunc,
     (mandate_limits.mandate).max_per_month_minor AS max_per_month_minor
   WHERE ((mandate_limits.mandate).max_per_month_minor IS NOT NULL);
END
;

CREATE OR REPLACE FUNCTION marts.notify_forecast()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('forecast', '');
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION marts.notify_published()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('published', '');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION marts.put_rows(mart text, rows json)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  keys text;
  changes text;
begin
  select
    string_agg(quote_ident(attname), ', ') filter (where indrelid is not null),
    string_agg(format('%1$I = excluded.%1$I', attname), ', ') filter (where indrelid is null)
  into keys, changes
  from pg_attribute
  left join pg_index on indrelid = attrelid and indisprimary and attnum = any(indkey)
  where attrelid = format('marts.%I', mart)::regclass and attnum > 0 and not attisdropped;
  if keys is null then
    raise exception 'marts.% has no primary key', mart;
  end if;
  execute format(
    'insert into marts.%1$I select * from json_populate_recordset(null::marts.%1$I, $1)
     on conflict (%2$s) do update set %3$s',
    mart, keys, changes)
  using rows;
end $function$
;

CREATE OR REPLACE FUNCTION marts.remove_rows(mart text, rows json)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  is_same_key text;
begin
  if rows is null then
    execute format('delete from marts.%I', mart);
    return;
  end if;
  select string_agg(format('kept.%1$I = stale.%1$I', attname), ' and ')
  into is_same_key
  from pg_index
  join pg_attribute on attrelid = indrelid and attnum = any(indkey)
  where indisprimary and indrelid = format('marts.%I', mart)::regclass;
  if is_same_key is null then
    raise exception 'marts.% has no primary key', mart;
  end if;
  execute format(
    'delete from marts.%1$I as kept
     using json_populate_recordset(null::marts.%1$I, $1) as stale
     where %2$s',
    mart, is_same_key)
  using rows;
end $function$
;

CREATE OR REPLACE FUNCTION public.may_see(caller_id text, caller_fleet_id text, operator_id text, creator_operator_id text, fleet_id text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((caller_id = ANY (ARRAY[operator_id, creator_operator_id])) AND ((caller_fleet_id IS NULL) OR ((fleet_id = caller_fleet_id) AND (creator_operator_id = caller_id))))
;

CREATE OR REPLACE FUNCTION public.minor_digits(currency text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (currency = ANY ('{afn,all,bif,clp,cop,djf,gnf,huf,idr,iqd,irr,isk,jpy,kmf,kpw,krw,lak,lbp,mga,mmk,pkr,pyg,rwf,sll,sos,syp,ugx,vnd,vuv,xaf,xof,xpf,yer}'::text[])) THEN 0 WHEN (currency = ANY ('{bhd,jod,kwd,lyd,omr,tnd}'::text[])) THEN 3 ELSE 2 END
;

CREATE OR REPLACE FUNCTION public.name_key(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT COST 2000
RETURN regexp_replace(name_slug(name), '(?<![0-9])-|-(?![0-9])'::text, ''::text, 'g'::text)
;

CREATE OR REPLACE FUNCTION public.name_slug(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT COST 2000
RETURN rtrim("left"(array_to_string(ARRAY(SELECT one.word FROM unnest(words_of(name_slug.name)) WITH ORDINALITY one(word, number) WHERE (one.word ~ '^[a-z0-9]+$'::text) ORDER BY one.number), '-'::text), 80), '-'::text)
;

CREATE OR REPLACE FUNCTION public.network_of(ip text)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (SELECT CASE WHEN ((read.address <<= '127.0.0.0/8'::inet) OR (read.address = '::1'::inet)) THEN 'loopback'::text WHEN (family(read.address) = 4) THEN (network(read.address))::text WHEN (read.address <<= '::ffff:127.0.0.0/104'::inet) THEN 'loopback'::text WHEN ((read.address <<= '::ffff:0.0.0.0/96'::inet) OR (read.address <<= '64:ff9b::/96'::inet)) THEN (concat_ws('.'::text, get_byte(sent.b, 16), get_byte(sent.b, 17), get_byte(sent.b, 18), get_byte(sent.b, 19)) || '/32'::text) WHEN (read.address <<= '2002::/16'::inet) THEN (concat_ws('.'::text, get_byte(sent.b, 6), get_byte(sent.b, 7), get_byte(sent.b, 8), get_byte(sent.b, 9)) || '/32'::text) ELSE (network(set_masklen(read.address, 48)))::text END AS network FROM (((SELECT split_part(network_of.ip, '%'::text, 1) AS bare) given CROSS JOIN LATERAL (SELECT CASE WHEN ((given.bare ~ '^[0-9A-Fa-f:.]+$'::text) AND (given.bare !~ '(^|[.:])0[0-9]+\.|\.0[0-9]+(\.|$)'::text) AND pg_input_is_valid(given.bare, 'inet'::text)) THEN (given.bare)::inet ELSE NULL::inet END AS address) read) CROSS JOIN LATERAL (SELECT inet_send(read.address) AS b) sent))
;

CREATE OR REPLACE FUNCTION public.newest_count(lot uuid, instant timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
RETURN (SELECT occupancy_counts.occupied FROM occupancy_counts WHERE ((occupancy_counts.lot_id = newest_count.lot) AND (occupancy_counts.at = newest_count.instant)) ORDER BY occupancy_counts.count_id DESC LIMIT 1)
;

CREATE OR REPLACE FUNCTION public.next_attempt_at(delivery deliveries, current_round integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN (((delivery).status = 'pending'::text) AND ((delivery).round = current_round) AND (((delivery).lease IS NULL) OR ((delivery).lease_ends_at <= now()))) THEN (delivery).due_at ELSE NULL::timestamp with time zone END
;

CREATE OR REPLACE FUNCTION public.note_actor_operator()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.actor_type = 'person' then
    select operator_id into new.actor_operator_id
    from members
    where member_id = new.actor_id and operator_id is distinct from new.operator_id;
  else
    select operator_id into new.actor_operator_id
    from api_keys
    where key_id = new.actor_id and operator_id is distinct from new.operator_id;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_finding_operator()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.operator_id = (
    select operator_id from sessions where sessions.session_id = new.session_id);
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_lot_occupancy()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.note_occupancy(lot lots, is_told boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  as_of timestamptz := clock_timestamp();
  occupied integer := occupied_spaces(lot, as_of);
  above smallint[] := thresholds_above(lot, occupied);
  due_at timestamptz := occupancy_moves_at(lot, as_of);
begin
  -- An instant that is too early costs one look; writing it again costs a version of the row.
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
end $function$
;

CREATE OR REPLACE FUNCTION public.note_plan()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  decided_at timestamptz := clock_timestamp();
  held_plan text;
  held_bought text;
  held_cents integer;
begin
  if tg_op = 'UPDATE' then
    if new.plan_at is distinct from old.plan_at then
      decided_at := new.plan_at;
    end if;
    held_plan := old.plan;
    held_bought := old.bought_plan;
    held_cents := old.plan_price_cents;
    if old.next_plan_at <= decided_at then
      held_plan := old.next_plan;
      held_bought := old.next_plan;
      held_cents := null;
      insert into public.held_plans (operator_id, from_at, plan, is_bought)
      values (old.operator_id, old.next_plan_at, old.next_plan, true);
    end if;
  end if;
  if (new.plan, new.bought_plan, new.plan_price_cents)
    is distinct from (held_plan, held_bought, held_cents) then
    insert into public.held_plans (operator_id, from_at, plan, is_bought, price_cents)
    values (new.operator_id, decided_at, new.plan,
      coalesce(new.bought_plan = new.plan, false), new.plan_price_cents);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.notify_key_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('key_changed', '');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.notify_reach()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from local_events
    where operator_id = new.operator_id and livemode = new.livemode and deleted_at is null
  ) then
    perform pg_notify('forecast', '');
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.occupancy_moves_at(lot lots, as_of timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
RETURN LEAST(CASE WHEN ((lot).reported_at > (as_of - '00:15:00'::interval)) THEN ((lot).reported_at + '00:15:00'::interval) ELSE NULL::timestamp with time zone END, CASE WHEN ((lot).held_spaces > 0) THEN (SELECT min(CASE WHEN (holds.starts_at > occupancy_moves_at.as_of) THEN holds.starts_at ELSE holds.expires_at END) AS min FROM holds WHERE ((holds.lot_id = (occupancy_moves_at.lot).lot_id) AND (holds.status = 'held'::text) AND (holds.expires_at > occupancy_moves_at.as_of))) ELSE NULL::timestamp with time zone END)
;

CREATE OR REPLACE FUNCTION public.occupancy_pct(total_spaces integer, occupied integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (total_spaces = 0) THEN 100 ELSE LEAST(100, (((200 * occupied) + total_spaces) / (2 * total_spaces))) END
;

CREATE OR REPLACE FUNCTION public.occupied_spaces(lot lots, as_of timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 STABLE
RETURN GREATEST(((lot).taken_spaces + CASE WHEN ((lot).held_spaces > 0) THEN spaces_held((lot).lot_id, as_of) ELSE 0 END), CASE WHEN ((lot).reported_at > (as_of - '00:15:00'::interval)) THEN (lot).reported_occupied ELSE 0 END)
;

CREATE OR REPLACE FUNCTION public.oldest_writer()
 RETURNS TABLE(transaction text, started_at timestamp with time zone, process_id integer, application text, database text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select * from (
    select backend_xid::text, xact_start, pid, application_name, datname::text
    from pg_stat_activity where backend_xid is not null
    union all
    select pg_prepared_xacts.transaction::text, prepared, null, gid, database::text
    from pg_prepared_xacts
  ) as writer (transaction, started_at, process_id, application, database)
  order by started_at nulls first
  limit 1
$function$
;

CREATE OR REPLACE FUNCTION public.payment_diff(stay sessions)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
RETURN jsonb_build_object('after', jsonb_build_object('status', (stay).status, 'amount_minor', ((stay).subtotal_minor - (stay).shortfall_minor), 'currency', (stay).currency))
;

CREATE OR REPLACE FUNCTION public.payment_status(stay sessions)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN ((stay).source = 'import'::text) THEN NULL::text WHEN ((stay).status = 'canceled'::text) THEN 'canceled'::text WHEN ((stay).status = 'payment_failed'::text) THEN 'failed'::text WHEN (((stay).captured_at IS NOT NULL) AND ((stay).refunded_minor > 0) AND ((stay).refunded_minor = ((stay).subtotal_minor - (stay).shortfall_minor))) THEN 'refunded'::text WHEN ((stay).captured_at IS NOT NULL) THEN 'captured'::text WHEN ((stay).authorize_by IS NOT NULL) THEN 'requires_authorization'::text ELSE 'authorized'::text END
;

CREATE OR REPLACE FUNCTION public.plain_tariff(rate_minor bigint, rate_unit text, billing_step_minutes integer, max_daily_minor bigint, has_no_daily_max boolean)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (rate_minor IS NOT NULL) THEN jsonb_build_object('first_hour_minor', rate_minor, 'plain', jsonb_build_object('rate_unit', rate_unit, 'billing_step_minutes', billing_step_minutes, 'max_daily_minor', max_daily_minor, 'has_no_daily_max', has_no_daily_max), 'parts', jsonb_build_array(jsonb_build_object('name', 'rate', 'steps', jsonb_build_array((jsonb_build_object('from_minutes', 0, 'price_minor', rate_minor) || CASE WHEN (rate_unit = 'day'::text) THEN '{"per_minutes": 1440}'::jsonb ELSE jsonb_build_object('per_minutes', 60, 'billing_step_minutes', billing_step_minutes) END)))), 'maxima', CASE WHEN (max_daily_minor IS NOT NULL) THEN jsonb_build_array(jsonb_build_object('amount_minor', max_daily_minor, 'per', '24h')) WHEN has_no_daily_max THEN '[]'::jsonb ELSE 'null'::jsonb END) ELSE NULL::jsonb END
;

CREATE OR REPLACE FUNCTION public.posted_snapshot(lot lots)
 RETURNS jsonb
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN ((lot).tariff IS NOT NULL) THEN jsonb_build_object('rate_id', (lot).rate_id, 'base_rate_minor', CASE WHEN ((lot).tariff ? 'plain'::text) THEN ((lot).tariff -> 'first_hour_minor'::text) ELSE 'null'::jsonb END, 'rules', '[]'::jsonb, 'tariff', jsonb_build_object('terms', ((lot).tariff - '{first_hour_minor,plain,reference}'::text[]), 'conditions', jsonb_build_object('place', jsonb_build_object('timezone', (lot).timezone, 'country', (lot).country, 'state', (lot).state), 'vehicleKind', NULL::unknown), 'first_hour_minor', ((lot).tariff -> 'first_hour_minor'::text))) ELSE NULL::jsonb END
;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only: % refused', tg_table_name, tg_op
    using errcode = 'restrict_violation';
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_closed_month()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock_shared('usage'::regclass::integer, number)
  from (select distinct usage_month_number(at) as number from added) as month;
  if exists (
    select from added
    join closed_usage_months as closed
      on closed.operator_id = added.operator_id
      and closed.from_at = date_trunc('month', added.at, 'UTC')
  ) then
    -- A charge that is tried again gets a later time.
    raise exception 'the month of this charge is closed: try again'
      using errcode = 'serialization_failure', constraint = 'usage_month_is_open';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_hoarding()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  -- Spaces that all keys of an operator may hold at a time on lots of others.
  spaces_max constant integer := 200;
  as_of timestamptz := clock_timestamp();
  claimant record;
begin
  if exists (
    select from placed
    join holds as other using (lot_id, vehicle_id, creator_operator_id)
    where other.hold_id <> placed.hold_id
      and other.status = 'held' and other.expires_at > as_of
      and other.starts_at < placed.ends_at and other.ends_at > placed.starts_at
  ) or exists (
    select from placed
    join sessions as stay using (lot_id, vehicle_id, creator_operator_id)
    where stay.status = 'active' and greatest(stay.expected_end, as_of) > placed.starts_at
  ) then
    raise exception 'a plate has a space of this lot already'
      using errcode = 'check_violation', constraint = 'holds_one_per_plate';
  end if;
  if exists (
    select from (
      select distinct lot_id, creator_operator_id from placed
      where creator_operator_id <> operator_id
    ) as claimant
    join lots using (lot_id)
    where spaces_holdable(lots, creator_operator_id, as_of) < 0
  ) then
    raise exception 'others hold as much of this lot as they may'
      using errcode = 'check_violation', constraint = 'holds_per_lot';
  end if;
  -- On all lots together an operator's keys are counted one after another: no row is theirs alone.
  for claimant in
    select distinct creator_operator_id, livemode from placed
    where creator_operator_id <> operator_id
    order by 1, 2
  loop
    perform pg_advisory_xact_lock(
      hashtextextended('holds of ' || claimant.creator_operator_id, 0));
    if (
      select sum(space_count - activated_count) > spaces_max
      from holds
      where creator_operator_id = claimant.creator_operator_id
        and creator_operator_id <> operator_id and livemode = claimant.livemode
        and status = 'held' and expires_at > clock_timestamp()
    ) then
      raise exception 'an operator holds as many spaces of others as it may'
        using errcode = 'check_violation', constraint = 'holds_per_operator';
    end if;
  end loop;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_overbooking()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  lot lots;
  as_of timestamptz := clock_timestamp();
  from_at timestamptz := as_of;
  to_at timestamptz := 'infinity';
begin
  if tg_table_name = 'holds' then
    from_at := greatest(new.starts_at, as_of);
    to_at := new.ends_at;
  elsif tg_table_name = 'sessions' then
    from_at := greatest(old.expected_end, as_of);
    to_at := new.expected_end;
  end if;
  select * into lot from lots where lot_id = new.lot_id for no key update;
  if lot.held_spaces > 0 and lot.taken_spaces + lot.held_spaces > lot.total_spaces
    and spaces_needed(new.lot_id, as_of, from_at, to_at) > lot.total_spaces
  then
    raise exception 'lot % has no free space', new.lot_id
      using errcode = 'check_violation', constraint = 'lots_capacity';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_plain_plate()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if exists (select from public.plate_keys where stage <> 'plain') then
    raise exception 'plates are stored sealed: this process is of an older version'
      using errcode = 'check_violation', constraint = 'plates_sealed';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_unauthorized()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  -- Of the spaces of the lot, in percent: of one operator's keys, and of all together.
  each_pct constant integer := 10;
  others_pct constant integer := 20;
  -- So many are allowed to each on a lot of any size.
  stays_min constant integer := 2;
begin
  if (
    select count(*) > greatest(stays_min, max(total_spaces) * others_pct / 100)
      or count(*) filter (where creator_operator_id = new.creator_operator_id)
        > greatest(stays_min, max(total_spaces) * each_pct / 100)
    from sessions
    join lots using (lot_id)
    where lot_id = new.lot_id and sessions.status = 'active' and authorize_by is not null
      and creator_operator_id <> sessions.operator_id
  ) then
    raise exception 'others have as many stays here as they may without authorising them'
      using errcode = 'check_violation', constraint = 'sessions_unauthorized';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_wrong_total()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from invoices
    where invoice_id in (select invoice_id from added)
      and total_cents <> (
        select coalesce(sum(amount_cents), 0) from invoice_lines as line
        where line.invoice_id = invoices.invoice_id)
  ) then
    raise exception 'the total of an invoice is not the sum of its lines'
      using errcode = 'check_violation', constraint = 'invoices_add_up';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.rounded_degrees(degrees double precision)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((round((degrees * ('10000000'::numeric)::double precision)) / ('10000000'::numeric)::double precision) + (0)::double precision)
;

CREATE OR REPLACE FUNCTION public.scheduled_tariff(rate jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE(NULLIF((rate -> 'tariff'::text), 'null'::jsonb), plain_tariff(((rate ->> 'rate_minor'::text))::bigint, (rate ->> 'rate_unit'::text), COALESCE(((rate ->> 'billing_step_minutes'::text))::integer, 1), ((rate ->> 'max_daily_minor'::text))::bigint, COALESCE(((rate ->> 'has_no_daily_max'::text))::boolean, false)))
;

CREATE OR REPLACE FUNCTION public.search_log_days()
 RETURNS TABLE(partition regclass, from_at timestamp with time zone, to_at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select
    pg_class.oid::regclass,
    substring(bound from $p$FROM \('(.*?)'\)$p$)::timestamptz,
    substring(bound from $p$TO \('(.*?)'\)$p$)::timestamptz
  from pg_inherits
  join pg_class on pg_class.oid = inhrelid
  cross join lateral pg_get_expr(relpartbound, pg_class.oid) as bound
  where inhparent = 'public.search_log'::regclass and bound <> 'DEFAULT'
  order by 3
$function$
;

CREATE OR REPLACE FUNCTION public.session_closed_diff(stay sessions)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
RETURN jsonb_build_object('before', jsonb_build_object('status', 'active'), 'after', jsonb_build_object('status', CASE WHEN ((stay).status = ANY (ARRAY['expiring'::text, 'canceled'::text])) THEN (stay).status ELSE 'ending'::text END, 'lot_id', (stay).lot_id, 'started_at', (stay).started_at, 'ended_at', (stay).ended_at, 'subtotal_minor', (stay).subtotal_minor, 'platform_fee_minor', (stay).platform_fee_minor, 'currency', (stay).currency))
;

CREATE OR REPLACE FUNCTION public.session_created_diff(stay sessions)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
RETURN jsonb_build_object('after', jsonb_build_object('status', 'active', 'lot_id', (stay).lot_id, 'vehicle_id', (stay).vehicle_id, 'source', (stay).source, 'fleet_id', (stay).fleet_id, 'hold_id', (stay).hold_id, 'started_at', (stay).started_at, 'expected_end', (stay).expected_end, 'rate_minor', (stay).rate_minor, 'rate_unit', (stay).rate_unit, 'billing_step_minutes', (stay).billing_step_minutes, 'currency', (stay).currency, 'rate_snapshot', (stay).rate_snapshot))
;

CREATE OR REPLACE FUNCTION public.shown_event_data(data jsonb, plate text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (data ? 'vehicle_id'::text) THEN ((data - 'vehicle_id'::text) || jsonb_build_object('vehicle_plate', plate)) ELSE data END
;

CREATE OR REPLACE FUNCTION public.shown_lot(lot lots)
 RETURNS jsonb
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (jsonb_build_object('name', (lot).name, 'slug', (lot).slug, 'ref', (lot).ref, 'address', (lot).address, 'city', (lot).city, 'state', (lot).state, 'country', (lot).country, 'lat', (lot).latitude, 'lng', (lot).longitude, 'timezone', (lot).timezone, 'total_spaces', (lot).total_spaces, 'is_capacity_estimated', (lot).is_capacity_estimated, 'area_m2', (lot).area_m2, 'currency', (lot).currency, 'charge_text', CASE WHEN (lot_tariff(lot) IS NULL) THEN (lot).charge_text ELSE NULL::text END, 'rate_id', (lot).rate_id, 'dynamic', shown_rules((lot).price_rules, (lot).currency), 'scheduled', shown_scheduled((lot).scheduled_rates, (lot).currency), 'lot_type', COALESCE((lot).lot_type, 'surface'::text), 'is_lot_type_stated', ((lot).lot_type IS NOT NULL), 'features', (lot).features, 'spaces', jsonb_build_object('ev', (lot).ev_spaces, 'accessible', (lot).accessible_spaces, 'av', (lot).av_spaces), 'opening_hours', (lot).opening_hours, 'overnight', (lot).is_overnight_allowed, 'max_height_cm', (lot).max_height_cm, 'status', (lot).status, 'website', (lot).website, 'osm_id', (lot).osm_id, 'osm_tags', (lot).osm_tags, 'data_license', (lot).data_license, 'is_osm_export_allowed', (lot).is_osm_export_allowed, 'is_listed', (lot).is_listed, 'hold_limits', jsonb_build_object('others_pct', (lot).hold_others_pct, 'each_pct', (lot).hold_each_pct), 'occupancy_thresholds', (lot).occupancy_thresholds, 'availability_shown', (lot).availability_shown, 'reports_inform_only', (lot).reports_inform_only, 'possible_duplicate_of', (lot).duplicate_of, 'merged_into', (lot).merged_into, 'deleted_at', instant_text((lot).deleted_at)) || shown_rate(lot_tariff(lot), (lot).currency))
;

CREATE OR REPLACE FUNCTION public.shown_rate(tariff jsonb, currency text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN jsonb_build_object('base_rate', currency_units(((tariff ->> 'first_hour_minor'::text))::numeric, currency), 'rate_unit', COALESCE((tariff #>> '{plain,rate_unit}'::text[]), 'hour'::text), 'billing_step_minutes', COALESCE(((tariff #>> '{plain,billing_step_minutes}'::text[]))::integer, 1), 'max_daily_rate', currency_units(((tariff #>> '{plain,max_daily_minor}'::text[]))::numeric, currency), 'has_no_daily_max', COALESCE(((tariff #>> '{plain,has_no_daily_max}'::text[]))::boolean, false))
;

CREATE OR REPLACE FUNCTION public.shown_rules(price_rules jsonb, currency text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (jsonb_typeof(price_rules) = 'object'::text) THEN (WITH rule AS (SELECT one.rule, (one.rule ->> 'kind'::text) AS kind, one.number, trim_scale((((one.rule ->> 'multiplier_pct'::text))::numeric * 0.01)) AS multiplier FROM jsonb_array_elements((shown_rules.price_rules -> 'rules'::text)) WITH ORDINALITY one(rule, number)) SELECT jsonb_build_object('floor_rate', currency_units(((price_rules ->> 'floor_minor'::text))::numeric, currency), 'ceiling_rate', currency_units(((price_rules ->> 'ceiling_minor'::text))::numeric, currency), 'parts', (price_rules -> 'parts'::text), 'maxima', COALESCE((price_rules ->> 'maxima'::text), 'kept'::text), 'occupancy', (SELECT jsonb_build_object('id', (rule.rule -> 'id'::text), 'bands', (SELECT jsonb_agg(jsonb_build_object('from_pct', (one.band -> 'from_pct'::text), 'multiplier', trim_scale((((one.band ->> 'multiplier_pct'::text))::numeric * 0.01))) ORDER BY one.place) AS jsonb_agg FROM jsonb_array_elements((rule.rule -> 'bands'::text)) WITH ORDINALITY one(band, place))) AS jsonb_build_object FROM rule WHERE (rule.kind = 'occupancy'::text) LIMIT 1), 'surge', (SELECT jsonb_build_object('id', (rule.rule -> 'id'::text), 'max_multiplier', trim_scale((((rule.rule ->> 'max_multiplier_pct'::text))::numeric * 0.01))) AS jsonb_build_object FROM rule WHERE (rule.kind = 'surge'::text) LIMIT 1), 'events', (SELECT COALESCE(jsonb_agg(((rule.rule - '{kind,multiplier_pct}'::text[]) || jsonb_build_object('multiplier', rule.multiplier)) ORDER BY rule.number), '[]'::jsonb) AS "coalesce" FROM rule WHERE (rule.kind = 'event'::text))) AS jsonb_build_object) ELSE NULL::jsonb END
;

CREATE OR REPLACE FUNCTION public.shown_scheduled(scheduled_rates jsonb, currency text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (SELECT COALESCE(jsonb_agg((jsonb_build_object('id', (one.rate -> 'rate_id'::text), 'dynamic', shown_rules((one.rate -> 'price_rules'::text), shown_scheduled.currency), 'effective_from', instant_text(((one.rate ->> 'effective_from'::text))::timestamp with time zone)) || shown_rate(scheduled_tariff(one.rate), shown_scheduled.currency)) ORDER BY one.number), '[]'::jsonb) AS "coalesce" FROM jsonb_array_elements(shown_scheduled.scheduled_rates) WITH ORDINALITY one(rate, number))
;

CREATE OR REPLACE FUNCTION public.shown_status(delivery deliveries, current_round integer)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN (((delivery).status = 'pending'::text) AND ((delivery).round < current_round)) THEN 'canceled'::text ELSE (delivery).status END
;

CREATE OR REPLACE FUNCTION public.snapshot_of(rate_snapshot jsonb, rate_minor bigint, rate_unit text, billing_step_minutes integer, max_daily_minor bigint)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((rate_snapshot ? 'tariff'::text) OR (rate_minor IS NULL)) THEN rate_snapshot ELSE (rate_snapshot || jsonb_build_object('tariff', jsonb_build_object('terms', (plain_tariff(rate_minor, rate_unit, billing_step_minutes, max_daily_minor, false) - '{first_hour_minor,plain}'::text[]), 'conditions', '{"place": {"state": null, "country": null, "timezone": "UTC"}, "vehicleKind": null}'::jsonb, 'first_hour_minor', COALESCE(((rate_snapshot ->> 'base_rate_minor'::text))::bigint, rate_minor)))) END
;

CREATE OR REPLACE FUNCTION public.spaces_held(of_lot uuid, as_of timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 STABLE
RETURN (SELECT (COALESCE(sum((holds.space_count - holds.activated_count)), (0)::bigint))::integer AS "coalesce" FROM holds WHERE ((holds.lot_id = spaces_held.of_lot) AND (holds.status = 'held'::text) AND (holds.expires_at > spaces_held.as_of) AND (holds.starts_at <= spaces_held.as_of) AND (holds.ends_at > spaces_held.as_of)))
;

CREATE OR REPLACE FUNCTION public.spaces_holdable(lot lots, by_operator text, as_of timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 STABLE
RETURN CASE WHEN (by_operator = (lot).operator_id) THEN (lot).total_spaces ELSE (WITH claim AS (SELECT (holds.space_count - holds.activated_count) AS space_count, (holds.creator_operator_id = spaces_holdable.by_operator) AS is_own FROM holds WHERE ((holds.lot_id = (spaces_holdable.lot).lot_id) AND (holds.creator_operator_id <> (spaces_holdable.lot).operator_id) AND (holds.status = 'held'::text) AND (holds.expires_at > spaces_holdable.as_of))), share AS (SELECT spaces_of_share((spaces_holdable.lot).total_spaces, (spaces_holdable.lot).hold_each_pct) AS space_count) SELECT (LEAST((spaces_of_share((spaces_holdable.lot).total_spaces, (spaces_holdable.lot).hold_others_pct) - (SELECT COALESCE(sum(claim.space_count), (0)::bigint) AS "coalesce" FROM claim)), (CASE WHEN (idle_seconds((spaces_holdable.lot).lot_id, spaces_holdable.by_operator, spaces_holdable.as_of) >= (((share.space_count * 4) * 3600))::numeric) THEN 0 ELSE share.space_count END - (SELECT COALESCE(sum(claim.space_count), (0)::bigint) AS "coalesce" FROM claim WHERE claim.is_own))))::integer AS "least" FROM share) END
;

CREATE OR REPLACE FUNCTION public.spaces_needed(of_lot uuid, as_of timestamp with time zone, from_at timestamp with time zone, to_at timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 STABLE
RETURN (WITH claim AS (SELECT spaces_needed.from_at AS begins_at, 1 AS space_count, GREATEST(sessions.expected_end, (spaces_needed.as_of + '00:00:00.000001'::interval)) AS ends_at FROM sessions WHERE ((sessions.lot_id = spaces_needed.of_lot) AND (sessions.status = 'active'::text)) UNION ALL SELECT GREATEST(holds.starts_at, spaces_needed.from_at) AS "greatest", (holds.space_count - holds.activated_count), holds.ends_at FROM holds WHERE ((holds.lot_id = spaces_needed.of_lot) AND (holds.status = 'held'::text) AND (holds.expires_at > spaces_needed.as_of))), change AS (SELECT claim.begins_at AS at, claim.space_count AS change FROM claim WHERE ((claim.ends_at > spaces_needed.from_at) AND (claim.begins_at < spaces_needed.to_at)) UNION ALL SELECT claim.ends_at, (- claim.space_count) FROM claim WHERE ((claim.ends_at > spaces_needed.from_at) AND (claim.begins_at < spaces_needed.to_at))), level AS (SELECT sum(sum(change.change)) OVER (ORDER BY change.at) AS space_count FROM change GROUP BY change.at) SELECT (COALESCE(max(level.space_count), (0)::numeric))::integer AS "coalesce" FROM level)
;

CREATE OR REPLACE FUNCTION public.spaces_of_share(total_spaces integer, pct integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (pct = 0) THEN 0 ELSE GREATEST(1, ((total_spaces * pct) / 100)) END
;

CREATE OR REPLACE FUNCTION public.surge_pct(lot lots)
 RETURNS integer
 LANGUAGE sql
 STABLE
RETURN (SELECT search_surges.surge_pct FROM marts.search_surges WHERE ((search_surges.livemode = (surge_pct.lot).livemode) AND (search_surges.cell = cell_parent((surge_pct.lot).cell, 7)) AND (search_surges.until_at > now())))
;

CREATE OR REPLACE FUNCTION public.thresholds_above(lot lots, occupied integer)
 RETURNS smallint[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY(SELECT threshold.threshold FROM unnest((thresholds_above.lot).occupancy_thresholds) threshold(threshold) WHERE (((thresholds_above.occupied * 100) >= (threshold.threshold * (thresholds_above.lot).total_spaces)) OR ((threshold.threshold <= (thresholds_above.lot).crossed_thresholds[cardinality((thresholds_above.lot).crossed_thresholds)]) AND ((thresholds_above.occupied * 100) > (GREATEST((threshold.threshold - 5), 0) * (thresholds_above.lot).total_spaces)))) ORDER BY threshold.threshold)
;

CREATE OR REPLACE FUNCTION public.usage_month_number(at timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 STABLE
RETURN (((EXTRACT(year FROM (at AT TIME ZONE 'UTC'::text)) * (12)::numeric) + EXTRACT(month FROM (at AT TIME ZONE 'UTC'::text))))::integer
;

CREATE OR REPLACE FUNCTION public.webhook_host(url text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN COALESCE("substring"(url, '^https?://([^][/?#:]+|\[[^]]*\])'::text), url)
;

CREATE OR REPLACE FUNCTION public.webhook_snapshot(webhook webhooks)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
RETURN jsonb_build_object('url', (webhook).url, 'events', (webhook).events, 'description', (webhook).description, 'status', (webhook).status, 'pause_reason', (webhook).pause_reason)
;

CREATE OR REPLACE FUNCTION public.words_of(text text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT COST 2000
RETURN array_remove(regexp_split_to_array(replace(replace(replace(replace(translate(lower((regexp_replace("left"(NORMALIZE("left"(text, 400), NFKD), 400), '[\u0300-\u036f]'::text, ''::text, 'g'::text) COLLATE pg_c_utf8)), 'øđðħłıə'::text, 'oddhlie'::text), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text), '[^a-z0-9\u00c0-\u1fff\u2070-\u2fff\u3040-\U0010ffff]+'::text), ''::text)
;

CREATE OR REPLACE FUNCTION public.written_plates(sealed text[], plain text[], shown_sealed text[], shown_plain text[])
 RETURNS TABLE(number bigint, forms text[], plate text, shown_plate text)
 LANGUAGE sql
 STABLE
AS $function$
  select given.number, array[given.sealed, given.plain],
    case when stage = 'plain' then given.plain else given.sealed end,
    case when stage = 'plain' then given.shown_plain else given.shown_sealed end
  from unnest(sealed, plain, shown_sealed, shown_plain) with ordinality
    as given (sealed, plain, shown_sealed, shown_plain, number)
  join plate_keys on true
$function$
;

create table agents (
  agent_id text not null,
  operator_id text not null,
  livemode boolean not null,
  name text not null,
  platform text not null,
  created_at timestamp with time zone default now() not null
);

create table api_keys (
  key_id text not null,
  operator_id text not null,
  name text not null,
  prefix text not null,
  last4 text not null,
  secret_sha256 bytea not null,
  livemode boolean not null,
  scopes text[] not null,
  fleet_id text,
  agent_platform text,
  rate_limits jsonb default '{}'::jsonb not null,
  spend_cap_cents bigint,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  rotated_from text,
  agent_id text,
  mandate_id text,
  kind text default 'key'::text not null
);

create table archive_files (
  source text not null,
  first_batch integer not null,
  last_batch integer not null,
  first_tx xid8 not null,
  first_id bigint not null,
  last_tx xid8 not null,
  last_id bigint not null,
  row_count bigint not null,
  file_name text not null,
  byte_count bigint not null,
  sha256 text not null,
  packed_at timestamp with time zone default now() not null,
  damage text
);

create table area_cells (
  area_cell_id bigint generated always as identity not null,
  tx xid8 default pg_current_xact_id() not null,
  kind text not null,
  livemode boolean not null,
  country text not null,
  cell bigint not null,
  named_on date not null
);

create table audit_log (
  audit_id bigint generated always as identity not null,
  tx xid8 default pg_current_xact_id() not null,
  at timestamp with time zone default now() not null,
  actor_type text not null,
  actor_id text not null,
  agent_platform text,
  operator_id text,
  livemode boolean not null,
  action text not null,
  entity_id text not null,
  request_id text,
  diff jsonb not null,
  version smallint default 1 not null,
  actor_operator_id text
);

create table call_counts (
  operator_id text not null,
  livemode boolean not null,
  span text not null,
  from_at timestamp with time zone not null,
  caller_type text not null,
  caller_id text not null,
  operation text not null,
  ok_count bigint not null,
  refused_count bigint not null,
  limited_count bigint not null,
  failed_count bigint not null
);

create table call_refusals (
  request_id text not null,
  at timestamp with time zone not null,
  operator_id text not null,
  livemode boolean not null,
  caller_type text not null,
  caller_id text not null,
  operation text not null,
  status smallint not null,
  code text not null,
  reason text,
  fields text[] not null,
  duration_ms integer not null
);

create table caller_secret (
  is_only boolean default true not null,
  secret bytea not null
);

create table captured_months (
  operator_id text not null,
  livemode boolean not null,
  from_at timestamp with time zone not null,
  currency text not null,
  slot smallint not null,
  gross_minor numeric not null
);

create table captured_months_start (
  is_only boolean default true not null,
  from_at timestamp with time zone not null
);

create table cell_cities (
  cell_city_id bigint generated always as identity not null,
  tx xid8 default pg_current_xact_id() not null,
  cell bigint not null,
  city_id integer
);

create table closed_usage_months (
  operator_id text not null,
  from_at timestamp with time zone not null,
  operator_name text not null,
  closed_at timestamp with time zone default now() not null
);

create table company_identities (
  issuer text not null,
  subject text not null,
  person_id text not null,
  linked_at timestamp with time zone default now() not null
);

create table connected_apps (
  key_id text not null,
  member_id text not null,
  client_id text not null,
  client_uri text,
  redirect_host text not null,
  resource text not null,
  grant_id text not null
);

create table conversions (
  conversion_id bigint generated always as identity not null,
  tx xid8 default pg_current_xact_id() not null,
  booking_id text not null,
  livemode boolean not null,
  city_id integer not null,
  searched_on date not null
);

create table crowd_members (
  crowd bigint not null,
  caller uuid not null,
  at timestamp with time zone not null
);

create table definitions (
  name text not null,
  text_hash text not null,
  applied_at timestamp with time zone default clock_timestamp() not null
);

create table deliveries (
  delivery_id text default ('del_'::text || replace((uuidv7())::text, '-'::text, ''::text)) not null,
  webhook_id text not null,
  event_id text not null,
  type text not null,
  is_test boolean default false not null,
  status text default 'pending'::text not null,
  round integer not null,
  try_count smallint default 0 not null,
  due_at timestamp with time zone default now() not null,
  lease uuid,
  lease_ends_at timestamp with time zone,
  attempts jsonb default '[]'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone
);

create table dispatches (
  dispatch_id text not null,
  operator_id text not null,
  key_id text not null,
  livemode boolean not null,
  fleet_id text not null,
  arrive_by timestamp with time zone,
  created_at timestamp with time zone default now() not null
);

create table disputes (
  dispute_id text not null,
  session_id text not null,
  operator_id text not null,
  livemode boolean not null,
  amount_minor bigint not null,
  currency text not null,
  reason text not null,
  status text not null,
  opened_at timestamp with time zone not null,
  closed_at timestamp with time zone
);

create table distinct_lots (
  lower_id uuid not null,
  higher_id uuid not null,
  decided_at timestamp with time zone default now() not null
);

create table drivers (
  driver_id bigint generated always as identity not null,
  livemode boolean not null,
  email text not null
);

create table email_changes (
  token_sha256 bytea not null,
  person_id text not null,
  email text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone default (now() + '1 day'::interval) not null,
  used_at timestamp with time zone
);

create table erasures (
  erasure_id text not null,
  operator_id text not null,
  livemode boolean not null,
  kind text not null,
  subject text,
  status text default 'pending'::text not null,
  created_at timestamp with time zone default now() not null,
  due_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  session_count integer default 0 not null,
  hold_count integer default 0 not null
);

create table event_bodies (
  event_id text not null,
  body text not null,
  vehicle_id bigint
);

create table events (
  event_id text default ('evt_'::text || replace((uuidv7())::text, '-'::text, ''::text)) not null,
  type text not null,
  livemode boolean not null,
  operator_id text not null,
  entity_id text not null,
  created_at timestamp with time zone default now() not null,
  data jsonb not null,
  tx xid8 default pg_current_xact_id() not null,
  version smallint default 1 not null
);

create table first_listings (
  lot_id uuid not null,
  number bigint generated always as identity not null,
  livemode boolean not null,
  name text not null,
  latitude double precision not null,
  longitude double precision not null,
  "position" point generated always as point(longitude, latitude) stored not null,
  total_spaces integer,
  lot_type text,
  osm_id text
);

create table geocoder_slots (
  is_only boolean default true not null,
  slot_at timestamp with time zone not null
);

create table geocodes (
  query_sha256 bytea not null,
  places jsonb not null,
  attribution text not null,
  expires_at timestamp with time zone not null
);

create table held_plans (
  operator_id text not null,
  from_at timestamp with time zone not null,
  plan text not null,
  is_bought boolean not null,
  price_cents integer
);

create table holds (
  hold_id text not null,
  code text not null,
  lot_id uuid not null,
  operator_id text not null,
  creator_operator_id text not null,
  key_id text not null,
  livemode boolean not null,
  dispatch_id text,
  fencing_token bigint generated always as identity not null,
  vehicle_id bigint,
  vin_id bigint,
  fleet_id text,
  is_autonomous boolean default false not null,
  agent_platform text,
  status text not null,
  space_count integer not null,
  activated_count integer default 0 not null,
  assigned_space text,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ttl_seconds integer not null,
  intent text,
  parsed jsonb default '{}'::jsonb not null,
  rate_minor bigint,
  rate_unit text not null,
  currency text not null,
  max_daily_minor bigint,
  rate_snapshot jsonb not null,
  session_id text,
  created_at timestamp with time zone not null,
  canceled_at timestamp with time zone,
  billing_step_minutes smallint default 1 not null,
  mandate_id text
);

create table idempotency (
  key_id text not null,
  operation text not null,
  idempotency_key text not null,
  body_sha256 bytea not null,
  status integer not null,
  response jsonb not null,
  created_at timestamp with time zone default now() not null
);

create table invitations (
  invitation_id text not null,
  operator_id text not null,
  email text,
  role text not null,
  token_sha256 bytea not null,
  made_by text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone default (now() + '1 day'::interval) not null,
  accepted_at timestamp with time zone,
  accepted_by text,
  withdrawn_at timestamp with time zone
);

create table invoice_fees (
  invoice_id text not null,
  currency text not null,
  gross_minor numeric not null,
  platform_fee_minor numeric not null
);

create table invoice_lines (
  invoice_id text not null,
  line_number integer not null,
  endpoint text,
  plan text,
  unit_cents bigint not null,
  quantity bigint not null,
  amount_cents bigint not null
);

create table invoices (
  invoice_id text not null,
  operator_id text not null,
  from_at timestamp with time zone not null,
  operator_name text not null,
  total_cents bigint not null,
  created_at timestamp with time zone default now() not null,
  issued_at timestamp with time zone,
  due_at timestamp with time zone,
  blocks_at timestamp with time zone,
  paid_at timestamp with time zone,
  asked_at timestamp with time zone,
  processor_invoice_id text,
  pay_url text,
  voided_at timestamp with time zone
);

create table known_devices (
  person_id text not null,
  token_sha256 bytea not null,
  last_used_at timestamp with time zone default now() not null
);

create table ledger (
  entry_id bigint generated always as identity not null,
  kind text not null,
  at timestamp with time zone not null,
  operator_id text not null,
  livemode boolean not null,
  lot_id uuid not null,
  session_id text not null,
  refund_id text,
  currency text not null,
  stay_count integer default 0 not null,
  driver_minor bigint default 0 not null,
  shortfall_minor bigint default 0 not null,
  operator_minor bigint default 0 not null,
  platform_fee_minor bigint default 0 not null,
  refunds_minor bigint default 0 not null,
  created_at timestamp with time zone default now() not null,
  processor_fee_minor bigint default 0 not null,
  movement_id text
);

create table local_events (
  event_id uuid not null,
  operator_id text not null,
  livemode boolean not null,
  name text not null,
  type text not null,
  impact text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  latitude double precision not null,
  longitude double precision not null,
  radius_m integer not null,
  created_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone
);

create table lots (
  lot_id uuid not null,
  operator_id text not null,
  livemode boolean not null,
  ref text,
  name text not null,
  slug text not null,
  address text,
  city text,
  state text,
  country text,
  latitude double precision not null,
  longitude double precision not null,
  cell bigint not null,
  timezone text not null,
  total_spaces integer,
  taken_spaces integer default 0 not null,
  rate_minor bigint,
  rate_unit text not null,
  currency text not null,
  max_daily_minor bigint,
  lot_type text,
  features text[] default '{}'::text[] not null,
  ev_spaces integer default 0 not null,
  accessible_spaces integer default 0 not null,
  av_spaces integer default 0 not null,
  opening_hours text,
  max_height_cm integer,
  status text default 'active'::text not null,
  is_listed boolean default true not null,
  entry_instructions jsonb,
  website text,
  osm_id text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  held_spaces integer default 0 not null,
  space_labels text[] default '{}'::text[] not null,
  free_labels text[] default '{}'::text[] not null,
  rate_id text,
  price_rules jsonb,
  scheduled_rates jsonb default '[]'::jsonb not null,
  reported_occupied integer,
  reported_at timestamp with time zone,
  "position" point generated always as point(longitude, latitude) stored not null,
  hold_others_pct integer default 20 not null,
  hold_each_pct integer default 10 not null,
  is_overnight_allowed boolean default false not null,
  occupancy_thresholds smallint[] default '{80,95}'::smallint[] not null,
  crossed_thresholds smallint[] default '{}'::smallint[] not null,
  occupancy_due_at timestamp with time zone,
  is_capacity_estimated boolean default false not null,
  area_m2 integer,
  billing_step_minutes smallint default 1 not null,
  charge_text text,
  osm_tags jsonb default '{}'::jsonb not null,
  data_license text,
  is_osm_export_allowed boolean default false not null,
  export_number bigint generated always as identity not null,
  is_waiting boolean default false not null,
  availability_shown text default 'exact'::text not null,
  has_no_daily_max boolean default false not null,
  reports_inform_only boolean default false not null,
  duplicate_of uuid,
  merged_into uuid,
  tariff jsonb
);

create table mandate_periods (
  mandate_id text not null,
  period text not null,
  starts_on date not null,
  authorised_minor bigint not null,
  limit_minor bigint not null
);

create table mandates (
  mandate_id text not null,
  operator_id text not null,
  livemode boolean not null,
  currency text,
  max_per_stay_minor bigint,
  max_per_day_minor bigint,
  max_per_month_minor bigint,
  lot_ids uuid[],
  latitude double precision,
  longitude double precision,
  radius_m integer,
  hours text,
  timezone text not null,
  needs_activation boolean not null,
  created_at timestamp with time zone default now() not null
);

create table marts.agent_demand (
  livemode boolean not null,
  city_id integer not null,
  on_day date not null,
  dimension text not null,
  label text not null,
  query_count bigint not null,
  search_count bigint not null,
  space_query_count bigint not null,
  unmet_count bigint not null,
  conversion_count bigint not null,
  has_crowd boolean not null
);

create table marts.area_forecasts (
  livemode boolean not null,
  country text not null,
  cell bigint not null,
  currency text not null,
  has_history boolean not null,
  made_for text not null,
  made_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  figures bytea not null
);

create table marts.area_history (
  livemode boolean not null,
  country text not null,
  cell bigint not null,
  month date not null,
  since_on date not null,
  currency text,
  occupied_pcts integer[] not null,
  stay_counts bigint[] not null,
  told_days integer[] not null,
  paid_pcts integer[] not null,
  list_minors bigint[] not null,
  space_counts bigint[] not null
);

create table marts.area_weeks (
  livemode boolean not null,
  country text not null,
  cell bigint not null,
  occupied_pcts integer[] not null,
  pooled_hours integer not null
);

create table marts.areas (
  livemode boolean not null,
  country text not null,
  cell bigint not null,
  median_space_count integer,
  stay_count bigint,
  paid_stay_count bigint,
  paid_pct integer,
  occupied_pct integer,
  measured_pct integer
);

create table marts.forecast_edition (
  is_only boolean default true not null,
  edition_id bigint not null
);

create table marts.hex_weeks (
  livemode boolean not null,
  cell bigint not null,
  search_counts bigint[] not null,
  unmet_counts bigint[] not null,
  agent_counts bigint[] not null,
  occupied_seconds bigint[] not null,
  known_seconds bigint[] not null,
  measured_seconds bigint[] not null,
  crowded_days boolean[] not null
);

create table marts.hexes (
  livemode boolean not null,
  cell bigint not null,
  lot_count integer not null,
  space_count bigint not null,
  country text,
  currency text,
  rated_lot_count integer not null,
  rate_hourly bigint,
  is_realised boolean not null,
  occupied_minutes bigint not null,
  known_minutes bigint not null,
  measured_minutes bigint not null,
  search_count bigint not null,
  unmet_count bigint not null,
  agent_count bigint not null,
  has_crowd boolean not null
);

create table marts.lot_forecasts (
  lot_id uuid not null,
  livemode boolean not null,
  cell bigint not null,
  lot_type text,
  space_count integer not null,
  has_history boolean not null,
  made_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  figures bytea not null
);

create table marts.lots_by_city (
  livemode boolean not null,
  city_id integer not null,
  lot_count integer not null
);

create table marts.market_rate_by_lot (
  lot_id uuid not null,
  livemode boolean not null,
  operator_id text not null,
  cell bigint not null,
  latitude double precision not null,
  longitude double precision not null,
  country text not null,
  currency text not null,
  space_count integer,
  posted_hourly bigint,
  posted_daily bigint,
  realised_hourly bigint,
  realised_daily bigint,
  observation_count integer not null,
  occupied_minutes bigint not null,
  known_minutes bigint not null,
  measured_minutes bigint,
  list_hourly bigint,
  list_daily bigint,
  revenue_minor bigint default 0 not null,
  paid_minutes bigint default 0 not null,
  is_public boolean default false not null,
  is_counted boolean default true not null,
  terms text
);

create table marts.projection_sites (
  livemode boolean not null,
  cell bigint not null,
  latitude double precision not null,
  longitude double precision not null,
  city text,
  state text,
  nearest_lot_m integer,
  unmet_searches integer not null,
  caller_count integer not null,
  suggested_spaces integer not null,
  from_at timestamp with time zone not null,
  to_at timestamp with time zone not null
);

create table marts.public_holidays (
  country text not null,
  state text not null,
  day date not null,
  name text not null
);

create table marts.publication (
  is_only boolean default true not null,
  publication_id text not null,
  watermark_tx text not null,
  watermark_id bigint not null,
  as_of timestamp with time zone not null,
  published_at timestamp with time zone default now() not null
);

create table marts.search_areas (
  livemode boolean not null,
  cell bigint not null,
  search_count bigint,
  unmet_count bigint,
  agent_count bigint,
  searcher_count bigint,
  searches_per_million bigint,
  searchers_per_million bigint
);

create table marts.search_history (
  livemode boolean not null,
  cell bigint not null,
  month date not null,
  since_on date not null,
  search_counts bigint[] not null,
  searcher_counts bigint[] not null,
  told_days integer[] not null,
  space_count bigint not null
);

create table marts.search_percentiles (
  livemode boolean not null,
  country text not null,
  percentile integer not null,
  searchers_per_million bigint,
  searcher_count bigint not null
);

create table marts.search_surges (
  livemode boolean not null,
  cell bigint not null,
  surge_pct integer not null,
  until_at timestamp with time zone not null
);

create table marts.search_weeks (
  livemode boolean not null,
  cell bigint not null,
  search_counts bigint[] not null,
  unmet_counts bigint[] not null,
  agent_counts bigint[] not null,
  pooled_hours integer not null
);

create table marts.searches_by_cell (
  livemode boolean not null,
  cell bigint not null,
  search_count bigint not null,
  latitude double precision not null,
  longitude double precision not null
);

create table members (
  member_id text not null,
  operator_id text not null,
  person_id text,
  role text not null,
  joined_at timestamp with time zone default now() not null,
  removed_at timestamp with time zone
);

create table migrations (
  name text not null,
  applied_at timestamp with time zone default now() not null
);

create table oauth_keys (
  key_id text not null,
  server_secret text not null,
  signs_from timestamp with time zone not null,
  created_at timestamp with time zone default now() not null
);

create table oauth_payloads (
  model text not null,
  id_sha256 bytea not null,
  payload jsonb not null,
  grant_id text,
  consumed_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone
);

create table occupancy_counts (
  tx xid8 default pg_current_xact_id() not null,
  count_id bigint generated always as identity not null,
  at timestamp with time zone not null,
  lot_id uuid not null,
  occupied integer not null,
  livemode boolean not null,
  source text not null
);

create table operator_confirmations (
  token_sha256 bytea not null,
  operator_id text not null,
  sent_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null
);

create table operators (
  operator_id text not null,
  name text not null,
  plan text default 'free'::text not null,
  email text,
  created_at timestamp with time zone default now() not null,
  limits_end_users boolean default false not null,
  checked_at timestamp with time zone default now(),
  checked_by text default 'none'::text,
  figures_public boolean default false not null,
  bought_plan text,
  plan_price_cents integer,
  next_plan text,
  next_plan_at timestamp with time zone,
  plan_at timestamp with time zone
);

create table ordinary_days (
  ordinary_day_id bigint generated always as identity not null,
  tx xid8 default pg_current_xact_id() not null,
  opening_hours text not null,
  open_minutes smallint
);

create table passkey_challenges (
  challenge text not null,
  use text not null,
  person_id text,
  expires_at timestamp with time zone default (now() + '00:05:00'::interval) not null
);

create table passkeys (
  passkey_id text not null,
  person_id text not null,
  credential_id text not null,
  public_key bytea not null,
  sign_count bigint default 0 not null,
  transports text[] default '{}'::text[] not null,
  name text not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone
);

create table payee_accounts (
  operator_id text not null,
  livemode boolean not null,
  processor text not null,
  asked_at timestamp with time zone default now() not null,
  account_id text,
  charges_enabled boolean,
  payouts_enabled boolean,
  requirements text[],
  disabled_reason text,
  checked_at timestamp with time zone,
  check_count integer default 0 not null
);

create table people (
  person_id text not null,
  email text,
  name text not null,
  password_hash text,
  totp_secret text,
  begun_totp_secret text,
  totp_last_step bigint,
  created_at timestamp with time zone default now() not null,
  email_confirmed_at timestamp with time zone
);

create table plate_keys (
  is_only boolean default true not null,
  wrapped bytea not null,
  stage text not null,
  created_at timestamp with time zone default now() not null
);

create table processor_customers (
  operator_id text not null,
  customer_id text not null
);

create table processor_events (
  event_id text not null,
  type text not null,
  livemode boolean not null,
  object_id text,
  payment_intent_id text,
  account_id text,
  created_at timestamp with time zone not null,
  received_at timestamp with time zone default now() not null,
  worked_at timestamp with time zone,
  outcome text
);

create table processor_movements (
  movement_id text not null,
  livemode boolean not null,
  kind text not null,
  at timestamp with time zone not null,
  source_id text,
  of_id text,
  payment_intent_id text,
  refund_id text,
  session_id text,
  payee text,
  amount_minor bigint not null,
  currency text not null,
  processor_fee_minor bigint not null,
  processor_fee_currency text not null,
  noted_at timestamp with time zone default now() not null
);

create table processor_payouts (
  payout_id text not null,
  account_id text,
  livemode boolean not null,
  amount_minor bigint not null,
  currency text not null,
  status text not null,
  failure_code text,
  created_at timestamp with time zone not null,
  arrives_at timestamp with time zone not null,
  read_at timestamp with time zone default now() not null
);

create table purchases (
  key_id text not null,
  operation text not null,
  question_sha256 bytea not null,
  bought_at timestamp with time zone default now() not null
);

create table reading_positions (
  reader text not null,
  tx xid8 not null,
  id bigint not null
);

create table reconciled_days (
  livemode boolean not null,
  day date not null,
  read_at timestamp with time zone not null,
  compared_at timestamp with time zone,
  held_count integer default 0 not null
);

create table reconciliation_findings (
  day date not null,
  livemode boolean not null,
  kind text not null,
  subject text not null,
  session_id text,
  ours_minor bigint,
  theirs_minor bigint,
  currency text not null,
  found_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  how text,
  finding_id text default ('fnd_'::text || replace((gen_random_uuid())::text, '-'::text, ''::text)) not null,
  operator_id text
);

create table recovery_codes (
  person_id text not null,
  code_sha256 bytea not null,
  used_at timestamp with time zone
);

create table refresh_status (
  is_only boolean default true not null,
  succeeded_at timestamp with time zone,
  duration_ms integer,
  steps jsonb default '[]'::jsonb not null,
  sources jsonb default '{}'::jsonb not null,
  warehouse_rows bigint,
  warehouse_bytes bigint,
  failed_at timestamp with time zone,
  failure text,
  failure_count integer default 0 not null,
  failing jsonb default '[]'::jsonb not null,
  quarantine jsonb default '{"facts": [], "is_too_large": false}'::jsonb not null
);

create table refunds (
  refund_id text not null,
  session_id text not null,
  operator_id text not null,
  livemode boolean not null,
  key_id text not null,
  status text not null,
  amount_minor bigint not null,
  fee_minor bigint not null,
  currency text not null,
  reason text not null,
  created_at timestamp with time zone default now() not null,
  settled_at timestamp with time zone
);

create table relay_position (
  is_only boolean default true not null,
  system_identifier bigint not null,
  seen pg_snapshot not null
);

create table seal_keys (
  is_only boolean default true not null,
  secret bytea not null
);

create table search_callers (
  search_id bigint not null,
  at timestamp with time zone default now() not null,
  latitude double precision not null,
  longitude double precision not null,
  tx xid8 default pg_current_xact_id() not null,
  caller uuid not null,
  agent uuid,
  key uuid
);

create table search_crowds (
  crowd_id bigint generated always as identity not null,
  tx xid8 default pg_current_xact_id() not null,
  crowd bigint not null,
  livemode boolean not null,
  on_day date not null,
  dimension text not null,
  city_id integer,
  label text not null
);

create table search_log (
  search_id bigint generated by default as identity not null,
  tx xid8 default pg_current_xact_id() not null,
  at timestamp with time zone default now() not null,
  livemode boolean not null,
  kind text not null,
  cell bigint not null,
  cell_latitude double precision not null,
  cell_longitude double precision not null,
  radius_m integer not null,
  agent_platform text,
  found_lot_count integer not null,
  available_lot_count integer not null,
  nearest_lot_m integer,
  city_id integer,
  city text,
  state text,
  country text,
  searched_on date,
  local_hour smallint,
  wanted_on date,
  logged_at timestamp with time zone default now() not null,
  operator_ordinal smallint,
  network_ordinal smallint,
  caller_ordinal smallint,
  is_keyed boolean
) partition by RANGE (logged_at);

create table search_log_start (
  is_only boolean default true not null,
  tx xid8 not null,
  id bigint not null,
  dropped_before timestamp with time zone
);

create table searcher_counts (
  searcher bigint not null,
  at timestamp with time zone not null,
  search_count integer not null
);

create table sessions (
  session_id text not null,
  session_code text not null,
  lot_id uuid not null,
  operator_id text not null,
  livemode boolean not null,
  vehicle_id bigint,
  driver_id bigint,
  key_id text,
  status text not null,
  source text not null,
  agent_platform text,
  agent_name text,
  fleet_id text,
  is_autonomous boolean default false not null,
  rate_minor bigint,
  rate_unit text not null,
  currency text not null,
  max_daily_minor bigint,
  started_at timestamp with time zone not null,
  expected_end timestamp with time zone not null,
  ended_at timestamp with time zone,
  extended_count integer default 0 not null,
  estimated_minor bigint not null,
  subtotal_minor bigint,
  platform_fee_minor bigint,
  payment_intent_id text,
  metadata jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  rate_snapshot jsonb default '{"rules": [], "rate_id": null}'::jsonb not null,
  hold_id text,
  assigned_space text,
  extended_minutes integer default 0 not null,
  creator_operator_id text not null,
  vin_id bigint,
  refunded_minor bigint default 0 not null,
  fee_refunded_minor bigint default 0 not null,
  captured_at timestamp with time zone,
  billing_step_minutes smallint default 1 not null,
  mandate_id text,
  fee_basis_points integer,
  shortfall_minor bigint default 0 not null,
  authorize_by timestamp with time zone,
  authorized_minor bigint
);

create table setbacks (
  job text not null,
  entity_id text not null,
  livemode boolean not null,
  failure_count integer default 1 not null,
  first_failed_at timestamp with time zone default now() not null,
  retry_at timestamp with time zone
);

create table shown_plates (
  entity_id text not null,
  vehicle_id bigint not null,
  shown_plate text not null
);

create table sign_in_attempts (
  scope smallint not null,
  subject bytea not null,
  attempt_count integer not null,
  started_at timestamp with time zone default now() not null
);

create table sign_ins (
  sign_in_id text not null,
  token_sha256 bytea not null,
  person_id text not null,
  member_id text not null,
  method text not null,
  user_agent text,
  network text,
  created_at timestamp with time zone default now() not null,
  last_seen_at timestamp with time zone default now() not null,
  authenticated_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone
);

create table sign_up_links (
  token_sha256 bytea not null,
  email text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone default (now() + '1 day'::interval) not null,
  used_at timestamp with time zone
);

create table simulated_attempts (
  attempt text not null,
  attempted_at timestamp with time zone default now() not null
);

create table simulated_captures (
  payment_intent_id text not null,
  amount_minor bigint not null,
  currency text,
  captured_at timestamp with time zone default now() not null,
  is_canceled boolean default false not null,
  livemode boolean
);

create table simulated_invoices (
  processor_invoice_id text not null,
  total_cents bigint not null
);

create table simulated_payers (
  operator_id text not null,
  rehearsal text not null
);

create table simulated_raises (
  payment_intent_id text not null,
  authorised_minor bigint not null,
  raised_at timestamp with time zone default now() not null
);

create table simulated_refunds (
  refund_key text not null,
  payment_intent_id text not null,
  amount_minor bigint not null,
  refunded_at timestamp with time zone default now() not null
);

create table spare_intents (
  spare_id text not null,
  session_id text not null,
  operator_id text not null,
  livemode boolean not null,
  payment_intent_id text,
  amount_minor bigint not null,
  authorize_by timestamp with time zone
);

create table tool_calls (
  key_id text not null,
  operation text not null,
  arguments_sha256 bytea not null,
  idempotency_key text not null,
  claimed_at timestamp with time zone default now() not null
);

create table unbilled_months (
  operator_id text not null,
  from_at timestamp with time zone not null
);

create table usage (
  usage_id bigint generated always as identity not null,
  at timestamp with time zone default now() not null,
  operator_id text not null,
  key_id text not null,
  livemode boolean not null,
  endpoint text not null,
  cost_cents integer not null,
  request_id text not null
);

create table vehicles (
  vehicle_id bigint generated always as identity not null,
  livemode boolean not null,
  plate text not null
);

create table vins (
  vin_id bigint generated always as identity not null,
  livemode boolean not null,
  vin text not null
);

create table webhook_addresses (
  operator_id text not null,
  livemode boolean not null,
  url text not null,
  host text generated always as webhook_host(url) stored not null,
  verified_at timestamp with time zone,
  failure text,
  asked_at timestamp with time zone default now() not null,
  challenge_count smallint default 0 not null,
  challenged_at timestamp with time zone,
  due_at timestamp with time zone default now()
);

create table webhook_host_budgets (
  host text not null,
  operator_id text not null,
  full_at timestamp with time zone not null
);

create table webhook_secrets (
  webhook_id text not null,
  secret text not null,
  previous_secret text,
  previous_until timestamp with time zone
);

create table webhooks (
  webhook_id text not null,
  operator_id text not null,
  livemode boolean not null,
  url text not null,
  events text[] not null,
  description text,
  secret_last4 text not null,
  status text default 'active'::text not null,
  consecutive_failures integer default 0 not null,
  paused_at timestamp with time zone,
  pause_reason text,
  round integer default 1 not null,
  active_since timestamp with time zone default date_trunc('milliseconds'::text, now()) not null,
  last_success_at timestamp with time zone,
  last_failure_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone
);

alter table agents add constraint agents_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)));

alter table agents add constraint agents_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(operator_id);

alter table agents add constraint agents_pkey PRIMARY KEY (agent_id);

alter table agents add constraint agents_platform_check CHECK (((length(platform) >= 1) AND (length(platform) <= 100)));

alter table api_keys add constraint api_keys_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(agent_id);

alter table api_keys add constraint api_keys_kind_check CHECK ((kind = ANY (ARRAY['key'::text, 'app'::text]))) NOT VALID;

alter table api_keys add constraint api_keys_last4_check CHECK ((length(last4) = 4));

alter table api_keys add constraint api_keys_mandate FOREIGN KEY (mandate_id, operator_id, livemode) REFERENCES mandates(mandate_id, operator_id, livemode);

alter table api_keys add constraint api_keys_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(operator_id);

alter table api_keys add constraint api_keys_pkey PRIMARY KEY (key_id);

alter table api_keys add constraint api_keys_prefix_check CHECK ((prefix = ANY (ARRAY['pk_live_'::text, 'pk_test_'::text])));

alter table api_keys add constraint api_keys_rotated_from_fkey FOREIGN KEY (rotated_from) REFERENCES api_keys(key_id);

alter table api_keys add constraint api_keys_secret_sha256_check CHECK ((length(secret_sha256) = 32));

alter table api_keys add constraint api_keys_secret_sha256_key UNIQUE (secret_sha256);

alter table api_keys add constraint api_keys_spend_cap CHECK ((spend_cap_cents <= '100000000000'::bigint)) NOT VALID;

alter table api_keys add constraint api_keys_spend_cap_cents_check CHECK ((spend_cap_cents >= 0));

alter table api_keys add constraint api_keys_texts CHECK (((length(name) <= 200) AND (length(fleet_id) <= 100) AND (length(agent_platform) <= 100))) NOT VALID;

alter table archive_files add constraint archive_files_byte_count_check CHECK ((byte_count >= 1));

alter table archive_files add constraint archive_files_check CHECK ((last_batch >= first_batch));

alter table archive_files add constraint archive_files_file_name_key UNIQUE (file_name);

alter table archive_files add constraint archive_files_first_batch_check CHECK ((first_batch >= 1));

alter table archive_files add constraint archive_files_pkey PRIMARY KEY (source, first_batch);

alter table archive_files add constraint archive_files_row_count_check CHECK ((row_count >= 1));

alter table archive_files add constraint archive_files_sha256_check CHECK ((length(sha256) = 64));

alter table area_cells add constraint area_cells_check CHECK (((country = ''::text) = (kind = 'searches'::text)));

alter table area_cells add constraint area_cells_kind_check CHECK ((kind = ANY (ARRAY['use'::text, 'searches'::text])));

alter table area_cells add constraint area_cells_kind_livemode_country_cell_key UNIQUE (kind, livemode, country, cell);

alter table area_cells add constraint area_cells_pkey PRIMARY KEY (tx, area_cell_id);

alter table audit_log add constraint audit_log_actor_type_check CHECK ((actor_type = ANY (ARRAY['key'::text, 'system'::text, 'person'::text, 'token'::text]))) NOT VALID;

alter table audit_log add constraint audit_log_pkey PRIMARY KEY (tx, audit_id);

alter table call_counts add constraint call_counts_caller_type_check CHECK ((caller_type = ANY (ARRAY['key'::text, 'person'::text, 'token'::text])));

alter table call_counts add constraint call_counts_pkey PRIMARY KEY (operator_id, livemode, span, caller_id, from_at, operation);

alter table call_counts add constraint call_counts_span_check CHECK ((span = ANY (ARRAY['hour'::text, 'day'::text])));

alter table call_refusals add constraint call_refusals_caller_type_check CHECK ((caller_type = ANY (ARRAY['key'::text, 'person'::text, 'token'::text])));

alter table call_refusals add constraint call_refusals_pkey PRIMARY KEY (request_id);

alter table caller_secret add constraint caller_secret_is_only_check CHECK (is_only);

alter table caller_secret add constraint caller_secret_pkey PRIMARY KEY (is_only);

alter table caller_secret add constraint caller_secret_secret_check CHECK ((length(secret) = 32));

alter table captured_months_start add constraint captured_months_start_is_only_check CHECK (is_only);

alter table captured_months_start add constraint captured_months_start_pkey PRIMARY KEY (is_only);

alter table captured_months add constraint captured_months_from_at_check CHECK ((from_at = date_trunc('month'::text, from_at, 'UTC'::text)));

alter table captured_months add constraint captured_months_pkey PRIMARY KEY (operator_id, livemode, from_at, currency, slot);

alter table cell_cities add constraint cell_cities_cell_key UNIQUE (cell);

alter table cell_cities add constraint cell_cities_pkey PRIMARY KEY (tx, cell_city_id);

alter table closed_usage_months add constraint closed_usage_months_from_at_check CHECK ((from_at = date_trunc('month'::text, from_at, 'UTC'::text)));

alter table closed_usage_months add constraint closed_usage_months_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(operator_id);

alter table closed_usage_months add constraint closed_usage_months_pkey PRIMARY KEY (operator_id, from_at);

alter table company_identities add constraint company_identities_issuer_check CHECK (((char_length(issuer) >= 1) AND (char_length(issuer) <= 500)));

alter table company_identities add constraint company_identities_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(person_id) ON DELETE CASCADE NOT VALID;

alter table company_identities add constraint company_identities_pkey PRIMARY KEY (issuer, subject);

alter table company_identities add constraint company_identities_subject_check CHECK (((char_length(subject) >= 1) AND (char_length(subject) <= 255)));

alter table connected_apps add constraint connected_apps_client_id_check CHECK (((char_length(client_id) >= 1) AND (char_length(client_id) <= 2000)));

alter table connected_apps add constraint connected_apps_client_uri_check CHECK (((char_length(client_uri) >= 1) AND (char_length(client_uri) <= 2000)));

alter table connected_apps add constraint connected_apps_grant_id_check CHECK (((char_length(grant_id) >= 20) AND (char_length(grant_id) <= 100)));

alter table connected_apps add constraint connected_apps_grant_id_key UNIQUE (grant_id);

alter table connected_apps add constraint connected_apps_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(key_id);

alter table connected_apps add constraint connected_apps_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(member_id);

alter table connected_apps add constraint connected_apps_pkey PRIMARY KEY (key_id);

alter table connected_apps add constraint connected_apps_redirect_host_check CHECK (((char_length(redirect_host) >= 1) AND (char_length(redirect_host) <= 300)));

alter table connected_apps add constraint connected_apps_resource_check CHECK (((char_length(resource) >= 1) AND (char_length(resource) <= 2000)));

alter table conversions add constraint conversions_booking_id_key UNIQUE (booking_id);

alter table conversions add constraint conversions_pkey PRIMARY KEY (tx, conversion_id);

alter table crowd_members add constraint crowd_members_pkey PRIMARY KEY (crowd, caller);

alter table definitions add constraint definitions_pkey PRIMARY KEY (name, text_hash);

alter table deliveries add constraint deliveries_check CHECK (((lease_ends_at IS NULL) = (lease IS NULL)));

alter table deliveries add constraint deliveries_check1 CHECK (((finished_at IS NULL) = (status = 'pending'::text)));

alter table deliveries add constraint deliveries_once UNIQUE (event_id, webhook_id);

alter table deliveries add constraint deliveries_pkey PRIMARY KEY (delivery_id);

alter table deliveries add constraint deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text, 'canceled'::text])));

alter table deliveries add constraint deliveries_try_count_check CHECK ((try_count >= 0));

alter table dispatches add constraint dispatches_pkey PRIMARY KEY (dispatch_id);

alter table disputes add constraint disputes_amount_minor_check CHECK ((amount_minor >= 0));

alter table disputes add constraint disputes_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(operator_id);

alter table disputes add constraint disputes_pkey PRIMARY KEY (dispute_id);

alter table disputes add constraint disputes_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(session_id);

alter table distinct_lots add constraint distinct_lots_check CHECK ((lower_id < higher_id));

alter table distinct_lots add constraint distinct_lots_higher_id_fkey FOREIGN KEY (higher_id) REFERENCES lots(lot_id);

alter table distinct_lots add constraint distinct_lots_lower_id_fkey FOREIGN KEY (lower_id) REFERENCES lots(lot_id);

alter table distinct_lots add constraint distinct_lots_pkey PRIMARY KEY (lower_id, higher_id);

alter table drivers add constraint drivers_by_email UNIQUE (livemode, email);

alter table drivers add constraint drivers_email CHECK ((length(email) <= 254)) NOT VALID;

alter table drivers add constraint drivers_pkey PRIMARY KEY (driver_id);

alter table email_changes add constraint email_changes_email_check CHECK (((char_length(email) >= 3) AND (char_length(email) <= 254)));

alter table email_changes add constraint email_changes_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(person_id) ON DELETE CASCADE;

alter table email_changes add constraint email_changes_pkey PRIMARY KEY (token_sha256);

alter table email_changes add constraint email_changes_token_sha256_check CHECK ((octet_length(token_sha256) = 32));

alter table erasures add constraint erasures_finished CHECK (((finished_at IS NULL) = (status = 'pending'::text)));

alter table erasures add constraint erasures_forgotten CHECK (((subject IS NOT NULL) = ((status = 'pending'::text) AND (kind <> 'operator'::text))));

alter table erasures add constraint erasures_in_time CHECK (((due_at >= created_at) AND (due_at <= (created_at + '30 days'::interval))));

alter table erasures add constraint erasures_kind_check CHECK ((kind = ANY (ARRAY['plate'::text, 'email'::text, 'operator'::text])));

alter table erasures add constraint erasures_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(operator_id);

alter table erasures add constraint erasures_pkey PRIMARY KEY (erasure_id);

alter table erasures add constraint erasures_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'done'::text, 'canceled'::text])));

alter table erasures add constraint erasures_subject_check CHECK (((char_length(subject) >= 2) AND (char_length(subject) <= 453))) NOT VALID;

alter table event_bodies add constraint event_bodies_pkey PRIMARY KEY (event_id);

alter table events add constraint events_body_size CHECK ((octet_length((data)::text) <= 999000)) NOT VALID;

alter table events add constraint events_pkey PRIMARY KEY (event_id);

alter table events add constraint events_type_check CHECK ((type = ANY (ARRAY['session.created'::text, 'session.ended'::text, 'session.extended'::text, 'payment.completed'::text, 'payment.failed'::text, 'lot.updated'::text, 'occupancy.changed'::text])));

alter table first_listings add constraint first_listings_lot_id_fkey FOREIGN KEY (lot_id) REFERENCES lots(lot_id);

alter table first_listings add constraint first_listings_pkey PRIMARY KEY (lot_id);

alter table geocoder_slots add constraint geocoder_slots_is_only_check CHECK (is_only);

alter table geocoder_slots add constraint geocoder_slots_pkey PRIMARY KEY (is_only);

alter table geocodes add constraint geocodes_pkey PRIMARY KEY (query_sha256);

alter table geocodes add constraint geocodes_places CHECK (has_degrees(places));

alter table geocodes add constraint geocodes_query_sha256_check CHECK ((length(query_sha256) = 32));

alter table held_plans add constraint held_plans_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(operator_id);

alter table held_plans add constraint held_plans_pkey PRIMARY KEY (operator_id, from_at);

alter table held_plans add constraint held_plans_plan_check CHECK ((plan = ANY (ARRAY['free'::text, 'starter'::text, 'pro'::text, 'enterprise'::text])));

alter table held_plans add constraint held_plans_price_cents_check CHECK ((price_cents >= 0));

alter table holds add constraint holds_activated CHECK (((status = 'activated'::text) = (activated_count = space_count)));

alter table holds add constraint holds_dispatch_id_fkey FOREIGN KEY (dispatch_id) REFERENCES dispatches(dispatch_id);

alter table holds add constraint holds_instants CHECK (are_usable(starts_at, ends_at, expires_at)) NOT VALID;

alter table holds add constraint holds_lot_id_fkey FOREIGN KEY (lot_id) REFERENCES lots(lot_id);

alter table holds add constraint holds_pkey PRIMARY KEY (hold_id);

alter table holds add constraint holds_place CHECK (has_degrees(parsed));

alter table holds add constraint holds_rate CHECK (((rate_minor <= '10000000000'::bigint) AND ((max_daily_minor >= 0) AND (max_daily_minor <= '10000000000'::bigint)))) NOT VALID;

alter table holds add constraint holds_rate_minor_check CHECK ((rate_minor >= 0));

alter table holds add constraint holds_rate_unit_check CHECK ((rate_unit = ANY (ARRAY['hour'::text, 'day'::text])));

alter table holds add constraint holds_spaces CHECK ((((space_count >= 1) AND (space_count <= 50)) AND ((activated_count >= 0) AND (activated_count <= space_count))));

alter table holds add constraint holds_status_check CHECK ((status = ANY (ARRAY['held'::text, 'activated'::text, 'expired'::text, 'canceled'::text])));

alter table holds add constraint holds_texts CHECK (((length(fleet_id) <= 100) AND (length(agent_platform) <= 100) AND (length(intent) <= 1000))) NOT VALID;

alter table holds add constraint holds_time CHECK (((ends_at > starts_at) AND (expires_at <= ends_at)));

alter table holds add constraint holds_ttl_seconds_check CHECK ((ttl_seconds > 0));

alter table holds add constraint holds_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES vehicles(vehicle_id) ON UPDATE CASCADE;

alter table holds add constraint holds_vin_id_fkey FOREIGN KEY (vin_id) REFERENCES vins(vin_id) ON UPDATE CASCADE;

alter table idempotency add constraint idempotency_idempotency_key_check CHECK (((length(idempotency_key) >= 1) AND (length(idempotency_key) <= 255)));

alter table idempotency add constraint idempotency_pkey PRIMARY KEY (key_id, operation, idempotency_key);

alter table invitations add constraint invitations_accepted CHECK ((((accepted_at IS NOT NULL) AND (withdrawn_at IS NULL)) OR ((accepted_at IS NULL) AND (accepted_by IS NULL)))) NOT VALID;

alter table invitations add constraint invitations_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES people(person_id) ON DELETE SET NULL NOT VALID;

alter table invitations add constraint invitations_email_check CHECK (((char_length(email) >= 3) AND (char_length(email) <= 254)));

alter table invitations add constraint invitations_made_by_check CHECK ((char_length(made_by) <= 200));

alter table invitations add constraint invitations_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(operator_id);

alter table invitations add constraint invitations_pkey PRIMARY KEY (invitation_id);

alter table invitations add constraint invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'viewer'::text])));

alter table invitations add constraint invitations_token_sha256_check CHECK ((octet_length(token_sha256) = 32));

alter table invitations add constraint invitations_token_sha256_key UNIQUE (token_sha256);

alter table invoice_fees add constraint invoice_fees_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(invoice_id);

alter table invoice_fees add constraint invoice_fees_pkey PRIMARY KEY (invoice_id, currency);

alter table invoice_lines add constraint invoice_lines_amount CHECK ((amount_cents = (unit_cents * quantity)));

alter table invoice_lines add constraint invoice_lines_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(invoice_id);

alter table invoice_lines add constraint invoice_lines_line_number_check CHECK ((line_number > 0));

alter table invoice_lines add constraint invoice_lines_pkey PRIMARY KEY (invoice_id, line_number);

alter table invoice_lines add constraint invoice_lines_quantity_check CHECK ((quantity > 0));

alter table invoice_lines add constraint invoice_lines_subject CHECK ((num_nonnulls(endpoint, plan) = 1));

alter table invoice_lines add constraint invoice_lines_unit_cents_check CHECK ((unit_cents >= 0));

alter table invoices add constraint invoices_invoice_id_check CHECK ((invoice_id ~ '^inv_[0-9a-f]{32}$'::text));

alter table invoices add constraint invoices_issued CHECK (((num_nulls(issued_at, due_at, blocks_at, asked_at, processor_invoice_id) = ANY (ARRAY[0, 5])) AND (due_at > issued_at) AND (blocks_at > due_at) AND ((paid_at IS NULL) OR (issued_at IS NOT NULL))));

alter table invoices add constraint invoices_operator_id_from_at_fkey FOREIGN KEY (operator_id, from_at) REFERENCES closed_usage_months(operator_id, from_at);

alter table invoices add constraint invoices_operator_id_from_at_key UNIQUE (operator_id, from_at);

alter table invoices add constraint invoices_pkey PRIMARY KEY (invoice_id);

alter table invoices add constraint invoices_processor_invoice_id_key UNIQUE (processor_invoice_id);

alter table invoices add constraint invoices_total_cents_check CHECK ((total_cents >= 0));

alter table invoices add constraint invoices_voided CHECK (((voided_at IS NULL) OR ((issued_at IS NOT NULL) AND (paid_at IS NULL))));

alter table known_devices add constraint known_devices_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(person_id) ON DELETE CASCADE NOT VALID;

alter table known_devices add constraint known_devices_pkey PRIMARY KEY (person_id, token_sha256);

alter table known_devices add constraint known_devices_token_sha256_check CHECK ((octet_length(token_sha256) = 32));

alter table ledger add constraint ledger_balanced CHECK (((((((driver_minor + shortfall_minor) + operator_minor) + platform_fee_minor) + processor_fee_minor) + refunds_minor) = 0));

alter table ledger add constraint ledger_kind_check CHECK (((kind = ANY (ARRAY['stay'::text, 'refund'::text, 'correction'::text, 'processor_fee'::text])) AND ((kind = 'processor_fee'::text) = (movement_id IS NOT NULL))));

alter table ledger add constraint ledger_pkey PRIMARY KEY (entry_id);

alter table ledger add constraint ledger_stay_count_check CHECK (((stay_count >= '-1'::integer) AND (stay_count <= 1)));

alter table local_events add constraint local_events_created_at_check CHECK (is_usable(created_at));

alter table local_events add constraint local_events_impact_check CHECK ((impact = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text])));

alter table local_events add constraint local_events_latitude_check CHECK (is_degrees(latitude, (90)::double precision));

alter table local_events add constraint local_events_length CHECK (((ends_at > starts_at) AND (ends_at <= (starts_at + '744:00:00'::interval))));

alter table local_events add constraint local_events_longitude_check CHECK (is_degrees(longitude, (180)::double precision));

alter table local_events add constraint local_events_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120)));

alter table local_events add constraint local_events_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(operator_id);

alter table local_events add constraint local_events_pkey PRIMARY KEY (event_id);

alter table local_events add constraint local_events_radius_m_check CHECK (((radius_m >= 100) AND (radius_m <= 20000)));

alter table local_events add constraint local_events_start CHECK (((starts_at >= (created_at - '9600:00:00'::interval)) AND (starts_at <= (created_at + '9600:00:00'::interval))));

alter table local_events add constraint local_events_type_check CHECK ((type = ANY (ARRAY['concert'::text, 'sports'::text, 'festival'::text, 'market'::text, 'conference'::text, 'school'::text, 'roadworks'::text, 'other'::text])));

alter table lots add constraint lots_area CHECK ((area_m2 > 0));

alter table lots add constraint lots_availability_shown CHECK ((availability_shown = ANY (ARRAY['exact'::text, 'level'::text, 'none'::text])));

alter table lots add constraint lots_billing_step CHECK ((((billing_step_minutes >= 1) AND (billing_step_minutes <= 1440)) AND ((1440 % (billing_step_minutes)::integer) = 0) AND ((rate_unit = 'hour'::text) OR (billing_step_minutes = 1))));

alter table lots add constraint lots_capacity CHECK (((taken_spaces >= 0) AND (taken_spaces <= total_spaces)));

alter table lots add constraint lots_check CHECK (((reported_occupied >= 0) AND (reported_occupied <= total_spaces)));

alter table lots add constraint lots_country_check CHECK ((country ~ '^[A-Z]{2}$'::text));

alter table lots add constraint lots_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text));

alter table lots add constraint lots_daily_max CHECK ((NOT (has_no_daily_max AND (max_daily_minor IS NOT NULL))));

alter table lots add constraint lots_held CHECK ((held_spaces >= 0));

alter table lots add constraint lots_hold_limits CHECK ((((hold_others_pct >= 0) AND (hold_others_pct <= 100)) AND ((hold_each_pct >= 0) AND (hold_each_pct <= 100))));

alter table lots add constraint lots_lot_type_check CHECK ((lot_type = ANY (ARRAY['surface'::text, 'garage'::text, 'underground'::text, 'rooftop'::text, 'street'::text, 'carport'::text])));

alter table lots add constraint lots_max_height CHECK (((max_height_cm >= 1) AND (max_height_cm <= 10000)));

alter table lots add constraint lots_merged CHECK (((merged_into IS NULL) OR (NOT is_listed)));

alter table lots add constraint lots_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200)));

alter table lots add constraint lots_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(operator_id);

alter table lots add constraint lots_osm_tags CHECK ((jsonb_typeof(osm_tags) = 'object'::text));

alter table lots add constraint lots_pkey PRIMARY KEY (lot_id);

alter table lots add constraint lots_place CHECK (is_place(latitude, longitude));

alter table lots add constraint lots_rate CHECK ((((rate_minor >= 0) AND (rate_minor <= '10000000000'::bigint)) AND ((max_daily_minor >= 0) AND (max_daily_minor <= '10000000000'::bigint))));

alter table lots add constraint lots_rate_unit_check CHECK ((rate_unit = ANY (ARRAY['hour'::text, 'day'::text])));

alter table lots add constraint lots_reported CHECK (is_usable(reported_at));

alter table lots add constraint lots_rules CHECK ((has_usable_rates(price_rules) AND has_usable_rates(scheduled_rates)));

alter table lots add constraint lots_source_texts CHECK (((length(charge_text) <= 2000) AND (length(data_license) <= 60)));

alter table lots add constraint lots_spaces CHECK ((((ev_spaces >= 0) AND (ev_spaces <= 100000)) AND ((accessible_spaces >= 0) AND (accessible_spaces <= 100000)) AND ((av_spaces >= 0) AND (av_spaces <= 100000))));

alter table lots add constraint lots_status_check CHECK ((status = ANY (ARRAY['active'::text, 'closed'::text])));

alter table lots add constraint lots_tariff CHECK (((tariff IS NULL) OR ((tariff @> '{"parts": []}'::jsonb) AND (tariff ? 'maxima'::text) AND (tariff @? '$."first_hour_minor"?(@ >= 0 && @ <= 10000000000)'::jsonpath))));

alter table lots add constraint lots_texts CHECK (((length(ref) <= 200) AND (length(slug) <= 80) AND (length(address) <= 500) AND (length(city) <= 500) AND (length(state) <= 500) AND (length(website) <= 500) AND (length(timezone) <= 50)));

alter table lots add constraint lots_thresholds CHECK (are_thresholds(occupancy_thresholds));

alter table lots add constraint lots_total_spaces_check CHECK (((total_spaces >= 0) AND (total_spaces <= 100000)));

alter table lots add constraint lots_unknown_capacity CHECK (((total_spaces IS NOT NULL) OR ((taken_spaces = 0) AND (held_spaces = 0) AND (NOT is_capacity_estimated))));

alter table lots add constraint lots_waiting CHECK ((NOT (is_waiting AND is_listed)));

alter table mandate_periods add constraint mandate_max_per_day CHECK (((period <> 'day'::text) OR (authorised_minor <= limit_minor)));

alter table mandate_periods add constraint mandate_max_per_month CHECK (((period <> 'month'::text) OR (authorised_minor <= limit_minor)));

alter table mandate_periods add constraint mandate_periods_authorised CHECK ((authorised_minor >= 0));

alter table mandate_periods add constraint mandate_periods_period_check CHECK ((period = ANY (ARRAY['day'::text, 'month'::text])));

alter table mandate_periods add constraint mandate_periods_pkey PRIMARY KEY (mandate_id, period, starts_on);

alter table mandates add constraint mandates_amounts CHECK (((currency IS NULL) = (COALESCE(max_per_stay_minor, max_per_day_minor, max_per_month_minor) IS NULL)));

alter table mandates add constraint mandates_area CHECK ((is_degrees(latitude, (90)::double precision) AND is_degrees(longitude, (180)::double precision) AND (num_nulls(latitude, longitude, radius_m) = ANY (ARRAY[0, 3]))));

alter table mandates add constraint mandates_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text));

alter table mandates add constraint mandates_hours_check CHECK (((length(hours) >= 1) AND (length(hours) <= 255)));

alter table mandates add constraint mandates_lot_ids_check CHECK (((cardinality(lot_ids) >= 1) AND (cardinality(lot_ids) <= 100)));

alter table mandates add constraint mandates_max_per_day_minor_check CHECK ((max_per_day_minor > 0));

alter table mandates add constraint mandates_max_per_month_minor_check CHECK ((max_per_month_minor > 0));

alter table mandates add constraint mandates_max_per_stay_minor_check CHECK ((max_per_stay_minor > 0));

alter table mandates add constraint mandates_owner UNIQUE (mandate_id, operator_id, livemode);

alter table mandates add constraint mandates_pkey PRIMARY KEY (mandate_id);

alter table mandates add constraint mandates_radius_m_check CHECK ((radius_m > 0));

alter table mandates add constraint mandates_timezone CHECK (((created_at AT TIME ZONE timezone) IS NOT NULL));

alter table marts.agent_demand add constraint agent_demand_pkey PRIMARY KEY (livemode, city_id, on_day, dimension, label);

alter table marts.area_forecasts add constraint area_forecasts_figures_check CHECK ((octet_length(figures) <= 2000));

alter table marts.area_forecasts add constraint area_forecasts_pkey PRIMARY KEY (livemode, country, cell);

alter table marts.area_history add constraint area_history_pkey PRIMARY KEY (livemode, country, cell, month);

alter table marts.area_weeks add constraint area_weeks_pkey PRIMARY KEY (livemode, country, cell);

alter table marts.areas add constraint areas_pkey PRIMARY KEY (livemode, country, cell);

alter table marts.forecast_edition add constraint forecast_edition_is_only_check CHECK (is_only);

alter table marts.forecast_edition add constraint forecast_edition_pkey PRIMARY KEY (is_only);

alter table marts.hex_weeks add constraint hex_weeks_pkey PRIMARY KEY (livemode, cell);

alter table marts.hexes add constraint hexes_pkey PRIMARY KEY (livemode, cell);

alter table marts.lot_forecasts add constraint lot_forecasts_figures_check CHECK ((octet_length(figures) <= 2000));

alter table marts.lot_forecasts add constraint lot_forecasts_pkey PRIMARY KEY (lot_id);

alter table marts.lots_by_city add constraint lots_by_city_pkey PRIMARY KEY (livemode, city_id);

alter table marts.market_rate_by_lot add constraint market_rate_by_lot_pkey PRIMARY KEY (lot_id);

alter table marts.market_rate_by_lot add constraint market_rate_by_lot_place CHECK ((is_degrees(latitude, (90)::double precision) AND is_degrees(longitude, (180)::double precision)));

alter table marts.projection_sites add constraint projection_sites_caller_count_check CHECK ((caller_count >= 3));

alter table marts.projection_sites add constraint projection_sites_check CHECK (((suggested_spaces >= 1) AND (suggested_spaces <= caller_count)));

alter table marts.projection_sites add constraint projection_sites_pkey PRIMARY KEY (livemode, cell);

alter table marts.projection_sites add constraint projection_sites_place CHECK ((is_degrees(latitude, (90)::double precision) AND is_degrees(longitude, (180)::double precision)));

alter table marts.projection_sites add constraint projection_sites_unmet_searches_check CHECK ((unmet_searches >= 10));

alter table marts.public_holidays add constraint public_holidays_pkey PRIMARY KEY (country, state, day);

alter table marts.publication add constraint publication_is_only_check CHECK (is_only);

alter table marts.publication add constraint publication_pkey PRIMARY KEY (is_only);

alter table marts.search_areas add constraint search_areas_pkey PRIMARY KEY (livemode, cell);

alter table marts.search_history add constraint search_history_pkey PRIMARY KEY (livemode, cell, month);

alter table marts.search_percentiles add constraint search_percentiles_percentile_check CHECK (((percentile >= 0) AND (percentile <= 100)));

alter table marts.search_percentiles add constraint search_percentiles_pkey PRIMARY KEY (livemode, country, percentile);

alter table marts.search_surges add constraint search_surges_pkey PRIMARY KEY (livemode, cell);

alter table marts.search_surges add constraint search_surges_surge_pct_check CHECK (((surge_pct >= 101) AND (surge_pct <= 150)));

alter table marts.search_weeks add constraint search_weeks_pkey PRIMARY KEY (livemode, cell);

alter table marts.searches_by_cell add constraint searches_by_cell_pkey PRIMARY KEY (livemode, cell);

alter table marts.searches_by_cell add constraint searches_by_cell_place CHECK ((is_degrees(latitude, (90)::double precision) AND is_degrees(longitude, (180)::double precision)));

alter table members add constraint members_are_people CHECK (((person_id IS NOT NULL) OR (removed_at IS NOT NULL)));

alter table members add constraint members_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(operator_id);

alter table members add constraint members_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(person_id) ON DELETE SET NULL NOT VALID;

alter table members add constraint members_pkey PRIMARY KEY (member_id);

alter table members add constraint members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'viewer'::text])));

alter table migrations add constraint migrations_pkey PRIMARY KEY (name);

alter table oauth_keys add constraint oauth_keys_key_id_check CHECK (((char_length(key_id) >= 8) AND (char_length(key_id) <= 100)));

alter table oauth_keys add constraint oauth_keys_pkey PRIMARY KEY (key_id);

alter table oauth_keys add constraint oauth_keys_server_secret_check CHECK (((char_length(server_secret) >= 40) AND (char_length(server_secret) <= 4000)));

alter table oauth_payloads add constraint oauth_payloads_id_sha256_check CHECK ((octet_length(id_sha256) = 32));

alter table oauth_payloads add constraint oauth_payloads_model_check CHECK (((char_length(model) >= 1) AND (char_length(model) <= 40)));

alter table oauth_payloads add constraint oauth_payloads_pkey PRIMARY KEY (model, id_sha256);

alter table occupancy_counts add constraint occupancy_counts_at_check CHECK (is_usable(at));

alter table occupancy_counts add constraint occupancy_counts_occupied_check CHECK (((occupied >= 0) AND (occupied <= 100000)));

alter table occupancy_counts add constraint occupancy_counts_pkey PRIMARY KEY (tx, count_id);

alter table occupancy_counts add constraint occupancy_counts_source_check CHECK ((source = ANY (ARRAY['report'::text, 'import'::text])));

alter table operator_confirmations add constraint operator_confirmations_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(operator_id);

alter table operator_confirmations add constraint operator_confirmations_pkey PRIMARY KEY (token_sha256);

alter table operator_confirmations add constraint operator_confirmations_token_sha256_check CHECK ((length(token_sha256) = 32));

alter table operators add constraint operators_checked CHECK (((checked_at IS NULL) OR (checked_by IS NOT NULL)));

alter table operators add constraint operators_checked_by_check CHECK ((checked_by = ANY (ARRAY['none'::text, 'email'::text, 'hand'::text])));

alter table operators add constraint operators_email CHECK ((length(email) <= 254)) NOT VALID;

alter table operators add constraint operators_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200)));

alter table operators add constraint operators_next_plan CHECK ((((next_plan IS NULL) = (next_plan_at IS NULL)) AND (next_plan = ANY (ARRAY['free'::text, 'starter'::text, 'pro'::text, 'enterprise'::text])) AND (next_plan_at = date_trunc('month'::text, next_plan_at, 'UTC'::text))));

alter table operators add constraint operators_pkey PRIMARY KEY (operator_id);

alter table operators add constraint operators_plan_check CHECK ((plan = ANY (ARRAY['free'::text, 'starter'::text, 'pro'::text, 'enterprise'::text])));

alter table operators add constraint operators_plan_price CHECK ((plan_price_cents >= 0));

alter table ordinary_days add constraint ordinary_days_open_minutes_check CHECK (((open_minutes >= 0) AND (open_minutes <= 1440)));

alter table ordinary_days add constraint ordinary_days_opening_hours_check CHECK ((length(opening_hours) <= 255));

alter table ordinary_days add constraint ordinary_days_opening_hours_key UNIQUE (opening_hours);

alter table ordinary_days add constraint ordinary_days_pkey PRIMARY KEY (tx, ordinary_day_id);

alter table passkey_challenges add constraint passkey_challenges_challenge_check CHECK ((char_length(challenge) <= 200));

alter table passkey_challenges add constraint passkey_challenges_pkey PRIMARY KEY (challenge);

alter table passkey_challenges add constraint passkey_challenges_use_check CHECK ((use = ANY (ARRAY['register'::text, 'sign_up'::text, 'sign_in'::text])));

alter table passkeys add constraint passkeys_credential_id_check CHECK ((char_length(credential_id) <= 1400));

alter table passkeys add constraint passkeys_credential_id_key UNIQUE (credential_id);

alter table passkeys add constraint passkeys_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100)));

alter table passkeys add constraint passkeys_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(person_id) ON DELETE CASCADE NOT VALID;

alter table passkeys add constraint passkeys_pkey PRIMARY KEY (passkey_id);

alter table passkeys add constraint passkeys_public_key_check CHECK ((octet_length(public_key) <= 4096));

alter table payee_accounts add constraint payee_accounts_account_id_check CHECK ((length(account_id) <= 255));

alter table payee_accounts add constraint payee_accounts_checked CHECK (((num_nulls(charges_enabled, payouts_enabled, requirements, checked_at) = ANY (ARRAY[0, 4])) AND ((checked_at IS NULL) OR (account_id IS NOT NULL)) AND ((disabled_reason IS NULL) OR (checked_at IS NOT NULL))));

alter table payee_accounts add constraint payee_accounts_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(operator_id);

alter table payee_accounts add constraint payee_accounts_pkey PRIMARY KEY (operator_id, livemode, processor);

alter table payee_accounts add constraint payee_accounts_processor_check CHECK ((processor = ANY (ARRAY['simulated'::text, 'stripe'::text])));

alter table people add constraint people_begun_totp_secret_check CHECK ((char_length(begun_totp_secret) <= 500));

alter table people add constraint people_email_check CHECK (((char_length(email) >= 3) AND (char_length(email) <= 254)));

alter table people add constraint people_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200)));

alter table people add constraint people_password_hash_check CHECK (((password_hash ~~ '$argon2id$%'::text) AND (char_length(password_hash) <= 300)));

alter table people add constraint people_pkey PRIMARY KEY (person_id);

alter table people add constraint people_totp_secret_check CHECK ((char_length(totp_secret) <= 500));

alter table plate_keys add constraint plate_keys_is_only_check CHECK (is_only);

alter table plate_keys add constraint plate_keys_pkey PRIMARY KEY (is_only);

alter table plate_keys add constraint plate_keys_stage_check CHECK ((stage = ANY (ARRAY['plain'::text, 'sealing'::text, 'sealed'::text])));

alter table plate_keys add constraint plate_keys_wrapped_check CHECK ((octet_length(wrapped) = 60));

alter table processor_customers add constraint processor_customers_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(operator_id);

alter table processor_customers add constraint processor_customers_pkey PRIMARY KEY (operator_id);

alter table processor_events add constraint processor_events_account_id_check CHECK ((length(account_id) <= 255));

alter table processor_events add constraint processor_events_event_id_check CHECK ((length(event_id) <= 255));

alter table processor_events add constraint processor_events_object_id_check CHECK ((length(object_id) <= 255));

alter table processor_events add constraint processor_events_payment_intent_id_check CHECK ((length(payment_intent_id) <= 255));

alter table processor_events add constraint processor_events_pkey PRIMARY KEY (event_id);

alter table processor_events add constraint processor_events_type_check CHECK ((length(type) <= 255));

alter table processor_events add constraint processor_events_worked CHECK (((worked_at IS NULL) = (outcome IS NULL)));

alter table processor_movements add constraint processor_movements_amount_minor_check CHECK ((amount_minor >= 0));

alter table processor_movements add constraint processor_movements_kind_check CHECK ((kind = ANY (ARRAY['capture'::text, 'refund'::text, 'refund_return'::text, 'fee'::text, 'fee_refund'::text, 'transfer'::text, 'transfer_reversal'::text, 'other'::text])));

alter table processor_movements add constraint processor_movements_pkey PRIMARY KEY (movement_id);

alter table processor_payouts add constraint processor_payouts_pkey PRIMARY KEY (payout_id);

alter table purchases add constraint purchases_pkey PRIMARY KEY (key_id, operation, question_sha256);

alter table purchases add constraint purchases_question_sha256_check CHECK ((length(question_sha256) = 32));

alter table reading_positions add constraint reading_positions_pkey PRIMARY KEY (reader);

alter table reconciled_days add constraint reconciled_days_pkey PRIMARY KEY (livemode, day);

alter table reconciliation_findings add constraint reconciliation_findings_how_check CHECK ((how = ANY (ARRAY['agrees'::text, 'voided'::text, 'captured'::text, 'refunded'::text, 'taken_back'::text, 'paid_back'::text])));

alter table reconciliation_findings add constraint reconciliation_findings_kind_check CHECK ((kind = ANY (ARRAY['stay_missing'::text, 'authorisation_held'::text, 'capture_not_noted'::text, 'capture_absent'::text, 'capture_differs'::text, 'fee_differs'::text, 'transfer_differs'::text, 'refund_unknown'::text, 'refund_not_noted'::text, 'refund_absent'::text, 'refund_differs'::text, 'reversal_open'::text])));

alter table reconciliation_findings add constraint reconciliation_findings_pkey PRIMARY KEY (livemode, kind, subject);

alter table reconciliation_findings add constraint reconciliation_findings_settled CHECK (((settled_at IS NULL) = (how IS NULL)));

alter table recovery_codes add constraint recovery_codes_code_sha256_check CHECK ((octet_length(code_sha256) = 32));

alter table recovery_codes add constraint recovery_codes_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(person_id) ON DELETE CASCADE NOT VALID;

alter table recovery_codes add constraint recovery_codes_pkey PRIMARY KEY (person_id, code_sha256);

alter table refresh_status add constraint refresh_status_is_only_check CHECK (is_only);

alter table refresh_status add constraint refresh_status_pkey PRIMARY KEY (is_only);

alter table refunds add constraint refunds_amount CHECK ((amount_minor <= '10000000000000'::bigint)) NOT VALID;

alter table refunds add constraint refunds_amount_minor_check CHECK ((amount_minor > 0));

alter table refunds add constraint refunds_check CHECK (((fee_minor >= 0) AND (fee_minor <= amount_minor)));

alter table refunds add constraint refunds_pkey PRIMARY KEY (refund_id);

alter table refunds add constraint refunds_reason CHECK ((length(reason) <= 500)) NOT VALID;

alter table refunds add constraint refunds_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(session_id);

alter table refunds add constraint refunds_settled CHECK (((status = 'pending'::text) = (settled_at IS NULL)));

alter table refunds add constraint refunds_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text])));

alter table relay_position add constraint relay_position_is_only_check CHECK (is_only);

alter table relay_position add constraint relay_position_pkey PRIMARY KEY (is_only);

alter table seal_keys add constraint seal_keys_is_only_check CHECK (is_only);

alter table seal_keys add constraint seal_keys_pkey PRIMARY KEY (is_only);

alter table seal_keys add constraint seal_keys_secret_check CHECK ((length(secret) = 32));

alter table search_callers add constraint search_callers_pkey PRIMARY KEY (search_id);

alter table search_callers add constraint search_callers_place CHECK ((is_degrees(latitude, (90)::double precision) AND is_degrees(longitude, (180)::double precision)));

alter table search_crowds add constraint search_crowds_check CHECK (((city_id IS NULL) = (dimension = 'cell'::text)));

alter table search_crowds add constraint search_crowds_crowd_key UNIQUE (crowd);

alter table search_crowds add constraint search_crowds_dimension_check CHECK ((dimension = ANY (ARRAY['cell'::text, 'all'::text, 'hour'::text, 'platform'::text, 'place'::text, 'wanted_on'::text])));

alter table search_crowds add constraint search_crowds_pkey PRIMARY KEY (tx, crowd_id);

alter table search_log_start add constraint search_log_start_is_only_check CHECK (is_only);

alter table search_log_start add constraint search_log_start_pkey PRIMARY KEY (is_only);

alter table search_log add constraint search_log_caller_ordinal CHECK (((caller_ordinal IS NULL) OR ((is_keyed IS NOT NULL) AND ((caller_ordinal >= 1) AND (caller_ordinal <= 20)))));

alter table search_log add constraint search_log_city CHECK ((((city_id IS NULL) = (city IS NULL)) AND ((city_id IS NULL) = (country IS NULL)) AND ((city_id IS NULL) = (searched_on IS NULL)) AND ((city_id IS NULL) = (local_hour IS NULL)) AND ((city_id IS NULL) = (wanted_on IS NULL)) AND ((city_id IS NOT NULL) OR (state IS NULL))));

alter table search_log add constraint search_log_kind_check CHECK ((kind = ANY (ARRAY['search'::text, 'availability'::text, 'rates'::text])));

alter table search_log add constraint search_log_local_hour CHECK (((local_hour >= 0) AND (local_hour <= 23)));

alter table search_log add constraint search_log_ordinals CHECK ((((operator_ordinal IS NULL) OR (network_ordinal IS NULL)) AND ((COALESCE((operator_ordinal)::integer, (network_ordinal)::integer, 1) >= 1) AND (COALESCE((operator_ordinal)::integer, (network_ordinal)::integer, 1) <= 3))));

alter table search_log add constraint search_log_place CHECK ((is_degrees(cell_latitude, (90)::double precision) AND is_degrees(cell_longitude, (180)::double precision)));

alter table search_log add constraint search_log_radius CHECK (((radius_m >= 0) AND (radius_m <= 50000)));

alter table searcher_counts add constraint searcher_counts_pkey PRIMARY KEY (searcher);

alter table searcher_counts add constraint searcher_counts_search_count_check CHECK ((search_count > 0));

alter table sessions add constraint sessions_amounts CHECK (((estimated_minor <= '10000000000000'::bigint) AND (subtotal_minor <= '10000000000000'::bigint))) NOT VALID;

alter table sessions add constraint sessions_canceled CHECK (((status <> 'canceled'::text) OR ((subtotal_minor = 0) AND (authorize_by IS NOT NULL))));

alter table sessions add constraint sessions_captured CHECK (((captured_at IS NOT NULL) = ((status = ANY (ARRAY['completed'::text, 'expired'::text])) AND (source <> 'import'::text))));

alter table sessions add constraint sessions_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(driver_id);

alter table sessions add constraint sessions_ended CHECK (((status = 'active'::text) OR ((ended_at IS NOT NULL) AND (subtotal_minor IS NOT NULL) AND (platform_fee_minor IS NOT NULL))));

alter table sessions add constraint sessions_estimated_minor_check CHECK ((estimated_minor >= 0));

alter table sessions add constraint sessions_extension CHECK (((extended_minutes >= 0) AND (extended_minutes <= 1440)));

alter table sessions add constraint sessions_fee_basis_points CHECK (((fee_basis_points >= 0) AND (fee_basis_points <= 10000))) NOT VALID;

alter table sessions add constraint sessions_instants CHECK (are_usable(started_at, expected_end, ended_at)) NOT VALID;

alter table sessions add constraint sessions_lot_id_fkey FOREIGN KEY (lot_id) REFERENCES lots(lot_id);

alter table sessions add constraint sessions_mandate_cost CHECK (((mandate_id IS NULL) OR (subtotal_minor <= estimated_minor)));

alter table sessions add constraint sessions_money CHECK (((platform_fee_minor >= 0) AND (platform_fee_minor <= (subtotal_minor - shortfall_minor))));

alter table sessions add constraint sessions_pkey PRIMARY KEY (session_id);

alter table sessions add constraint sessions_rate CHECK (((rate_minor <= '10000000000'::bigint) AND ((max_daily_minor >= 0) AND (max_daily_minor <= '10000000000'::bigint)))) NOT VALID;

alter table sessions add constraint sessions_rate_minor_check CHECK ((rate_minor >= 0));

alter table sessions add constraint sessions_rate_unit_check CHECK ((rate_unit = ANY (ARRAY['hour'::text, 'day'::text])));

alter table sessions add constraint sessions_refunds CHECK ((((refunded_minor >= 0) AND (refunded_minor <= (COALESCE(subtotal_minor, (0)::bigint) - shortfall_minor))) AND ((fee_refunded_minor >= 0) AND (fee_refunded_minor <= COALESCE(platform_fee_minor, (0)::bigint)))));

alter table sessions add constraint sessions_shortfall CHECK (((shortfall_minor >= 0) AND (shortfall_minor <= COALESCE(subtotal_minor, (0)::bigint))));

alter table sessions add constraint sessions_source_check CHECK ((source = ANY (ARRAY['driver'::text, 'agent'::text, 'api'::text, 'fleet'::text, 'import'::text])));

alter table sessions add constraint sessions_status_check CHECK ((status = ANY (ARRAY['active'::text, 'ending'::text, 'completed'::text, 'expiring'::text, 'expired'::text, 'payment_failed'::text, 'canceled'::text])));

alter table sessions add constraint sessions_texts CHECK (((length(fleet_id) <= 100) AND (length(agent_platform) <= 100) AND (length(agent_name) <= 100))) NOT VALID;

alter table sessions add constraint sessions_time CHECK (((expected_end >= started_at) AND (ended_at >= started_at)));

alter table sessions add constraint sessions_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES vehicles(vehicle_id) ON UPDATE CASCADE;

alter table sessions add constraint sessions_vin_id_fkey FOREIGN KEY (vin_id) REFERENCES vins(vin_id) ON UPDATE CASCADE;

alter table setbacks add constraint setbacks_failure_count_check CHECK ((failure_count > 0));

alter table setbacks add constraint setbacks_pkey PRIMARY KEY (job, entity_id);

alter table shown_plates add constraint shown_plates_pkey PRIMARY KEY (entity_id);

alter table shown_plates add constraint shown_plates_shown_plate_check CHECK ((((shown_plate ~ '^p1\.[A-Za-z0-9_-]+$'::text) AND ((char_length(shown_plate) >= 62) AND (char_length(shown_plate) <= 453))) OR ((char_length(shown_plate) >= 2) AND (char_length(shown_plate) <= 60)))) NOT VALID;

alter table shown_plates add constraint shown_plates_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES vehicles(vehicle_id) ON UPDATE CASCADE ON DELETE CASCADE;

alter table sign_in_attempts add constraint sign_in_attempts_pkey PRIMARY KEY (scope, subject);

alter table sign_in_attempts add constraint sign_in_attempts_scope_check CHECK (((scope >= 1) AND (scope <= 4)));

alter table sign_in_attempts add constraint sign_in_attempts_subject_check CHECK ((octet_length(subject) = 32));

alter table sign_ins add constraint sign_ins_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(member_id);

alter table sign_ins add constraint sign_ins_method_check CHECK ((method = ANY (ARRAY['password'::text, 'passkey'::text, 'company'::text, 'invitation'::text, 'sign_up'::text])));

alter table sign_ins add constraint sign_ins_network_check CHECK ((char_length(network) <= 60));

alter table sign_ins add constraint sign_ins_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(person_id) ON DELETE CASCADE NOT VALID;

alter table sign_ins add constraint sign_ins_pkey PRIMARY KEY (sign_in_id);

alter table sign_ins add constraint sign_ins_token_sha256_check CHECK ((octet_length(token_sha256) = 32));

alter table sign_ins add constraint sign_ins_token_sha256_key UNIQUE (token_sha256);

alter table sign_ins add constraint sign_ins_user_agent_check CHECK ((char_length(user_agent) <= 60));

alter table sign_up_links add constraint sign_up_links_email_check CHECK (((char_length(email) >= 3) AND (char_length(email) <= 254)));

alter table sign_up_links add constraint sign_up_links_pkey PRIMARY KEY (token_sha256);

alter table sign_up_links add constraint sign_up_links_token_sha256_check CHECK ((octet_length(token_sha256) = 32));

alter table simulated_attempts add constraint simulated_attempts_pkey PRIMARY KEY (attempt);

alter table simulated_captures add constraint simulated_captures_amount_minor_check CHECK ((amount_minor >= 0));

alter table simulated_captures add constraint simulated_captures_canceled CHECK (
CASE
    WHEN is_canceled THEN ((amount_minor = 0) AND (currency IS NULL))
    ELSE (currency IS NOT NULL)
END) NOT VALID;

alter table simulated_captures add constraint simulated_captures_pkey PRIMARY KEY (payment_intent_id);

alter table simulated_invoices add constraint simulated_invoices_pkey PRIMARY KEY (processor_invoice_id);

alter table simulated_payers add constraint simulated_payers_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(operator_id);

alter table simulated_payers add constraint simulated_payers_pkey PRIMARY KEY (operator_id);

alter table simulated_payers add constraint simulated_payers_rehearsal_check CHECK ((rehearsal = ANY (ARRAY['open'::text, 'down'::text])));

alter table simulated_raises add constraint simulated_raises_authorised_minor_check CHECK ((authorised_minor > 0));

alter table simulated_raises add constraint simulated_raises_pkey PRIMARY KEY (payment_intent_id, authorised_minor);

alter table simulated_refunds add constraint simulated_refunds_amount_minor_check CHECK ((amount_minor > 0));

alter table simulated_refunds add constraint simulated_refunds_payment_intent_id_fkey FOREIGN KEY (payment_intent_id) REFERENCES simulated_captures(payment_intent_id);

alter table simulated_refunds add constraint simulated_refunds_pkey PRIMARY KEY (refund_key);

alter table spare_intents add constraint spare_intents_amount_minor_check CHECK ((amount_minor >= 0));

alter table spare_intents add constraint spare_intents_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(operator_id);

alter table spare_intents add constraint spare_intents_pkey PRIMARY KEY (spare_id);

alter table tool_calls add constraint tool_calls_arguments_sha256_check CHECK ((length(arguments_sha256) = 32));

alter table tool_calls add constraint tool_calls_pkey PRIMARY KEY (key_id, operation, arguments_sha256);

alter table unbilled_months add constraint unbilled_months_operator_id_from_at_fkey FOREIGN KEY (operator_id, from_at) REFERENCES closed_usage_months(operator_id, from_at);

alter table unbilled_months add constraint unbilled_months_pkey PRIMARY KEY (operator_id, from_at);

alter table usage add constraint usage_cost_cents_check CHECK ((cost_cents >= 0));

alter table usage add constraint usage_is_live CHECK (livemode) NOT VALID;

alter table usage add constraint usage_pkey PRIMARY KEY (usage_id);

alter table vehicles add constraint vehicles_by_plate UNIQUE (livemode, plate);

alter table vehicles add constraint vehicles_pkey PRIMARY KEY (vehicle_id);

alter table vehicles add constraint vehicles_plate_check CHECK ((((plate ~ '^p1\.[A-Za-z0-9_-]+$'::text) AND ((char_length(plate) >= 62) AND (char_length(plate) <= 453))) OR (((char_length(plate) >= 2) AND (char_length(plate) <= 75)) AND (plate IS NFKC NORMALIZED)))) NOT VALID;

alter table vins add constraint vins_by_vin UNIQUE (livemode, vin);

alter table vins add constraint vins_pkey PRIMARY KEY (vin_id);

alter table webhook_addresses add constraint webhook_addresses_challenge_count_check CHECK ((challenge_count >= 0));

alter table webhook_addresses add constraint webhook_addresses_check CHECK (((verified_at IS NULL) OR ((due_at IS NULL) AND (failure IS NULL))));

alter table webhook_addresses add constraint webhook_addresses_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(operator_id);

alter table webhook_addresses add constraint webhook_addresses_pkey PRIMARY KEY (operator_id, livemode, url);

alter table webhook_host_budgets add constraint webhook_host_budgets_pkey PRIMARY KEY (host, operator_id);

alter table webhook_secrets add constraint webhook_secrets_check CHECK (((previous_secret IS NULL) = (previous_until IS NULL)));

alter table webhook_secrets add constraint webhook_secrets_pkey PRIMARY KEY (webhook_id);

alter table webhook_secrets add constraint webhook_secrets_secret_check CHECK ((secret ~ '^whsec_[A-Za-z0-9_-]{43}$'::text));

alter table webhook_secrets add constraint webhook_secrets_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(webhook_id);

alter table webhooks add constraint webhooks_check CHECK (((paused_at IS NULL) = (status = 'active'::text)));

alter table webhooks add constraint webhooks_check1 CHECK (((pause_reason IS NULL) = (status = 'active'::text)));

alter table webhooks add constraint webhooks_consecutive_failures_check CHECK ((consecutive_failures >= 0));

alter table webhooks add constraint webhooks_description_check CHECK (((length(description) >= 1) AND (length(description) <= 200)));

alter table webhooks add constraint webhooks_events_check CHECK ((((cardinality(events) >= 1) AND (cardinality(events) <= 7)) AND (events <@ ARRAY['session.created'::text, 'session.ended'::text, 'session.extended'::text, 'payment.completed'::text, 'payment.failed'::text, 'lot.updated'::text, 'occupancy.changed'::text])));

alter table webhooks add constraint webhooks_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(operator_id);

alter table webhooks add constraint webhooks_pause_reason_check CHECK ((pause_reason = ANY (ARRAY['failures'::text, 'gone'::text, 'operator'::text])));

alter table webhooks add constraint webhooks_pkey PRIMARY KEY (webhook_id);

alter table webhooks add constraint webhooks_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text])));

alter table webhooks add constraint webhooks_url_check CHECK (((length(url) >= 1) AND (length(url) <= 2000)));

CREATE INDEX agents_by_operator ON public.agents USING btree (operator_id, livemode, created_at, agent_id);

CREATE INDEX api_keys_by_agent ON public.api_keys USING btree (agent_id) WHERE (agent_id IS NOT NULL);

CREATE INDEX api_keys_by_origin ON public.api_keys USING btree (rotated_from) WHERE (rotated_from IS NOT NULL);

CREATE INDEX api_keys_by_platform ON public.api_keys USING btree (agent_platform, livemode) WHERE (agent_platform IS NOT NULL);

CREATE INDEX api_keys_listed ON public.api_keys USING btree (operator_id, livemode, created_at, key_id);

CREATE INDEX api_keys_live ON public.api_keys USING btree (operator_id) WHERE (revoked_at IS NULL);

CREATE INDEX audit_log_by_action ON public.audit_log USING btree (operator_id, livemode, action, at, audit_id);

CREATE INDEX audit_log_by_actor ON public.audit_log USING btree (operator_id, livemode, actor_id, at, audit_id);

CREATE INDEX audit_log_by_entity ON public.audit_log USING btree (entity_id);

CREATE INDEX audit_log_by_operator ON public.audit_log USING btree (operator_id, livemode, at, audit_id);

CREATE INDEX audit_log_by_request ON public.audit_log USING btree (request_id) WHERE (request_id IS NOT NULL);

CREATE INDEX audit_log_elsewhere ON public.audit_log USING btree (actor_operator_id, livemode, at, audit_id) WHERE (actor_operator_id IS NOT NULL);

CREATE INDEX audit_log_elsewhere_by_action ON public.audit_log USING btree (actor_operator_id, livemode, action, at, audit_id) WHERE (actor_operator_id IS NOT NULL);

CREATE INDEX audit_log_elsewhere_by_actor ON public.audit_log USING btree (actor_operator_id, livemode, actor_id, at, audit_id) WHERE (actor_operator_id IS NOT NULL);

CREATE INDEX audit_log_of_lots ON public.audit_log USING btree (livemode, tx, audit_id) WHERE (action ~~ 'lot.%'::text);

CREATE INDEX call_counts_by_age ON public.call_counts USING btree (span, from_at);

CREATE INDEX call_counts_limited ON public.call_counts USING btree (from_at) WHERE ((span = 'hour'::text) AND (limited_count > 0));

CREATE INDEX call_refusals_by_age ON public.call_refusals USING btree (at);

CREATE INDEX cell_cities_by_city ON public.cell_cities USING btree (city_id) WHERE (city_id IS NOT NULL);

CREATE INDEX company_identities_by_person ON public.company_identities USING btree (person_id);

CREATE INDEX connected_apps_client ON public.connected_apps USING btree (client_id);

CREATE INDEX connected_apps_member ON public.connected_apps USING btree (member_id);

CREATE INDEX crowd_members_by_age ON public.crowd_members USING btree (at);

CREATE INDEX deliveries_by_type ON public.deliveries USING btree (webhook_id, type, created_at, delivery_id);

CREATE INDEX deliveries_by_webhook ON public.deliveries USING btree (webhook_id, created_at, delivery_id);

CREATE INDEX deliveries_canceled ON public.deliveries USING btree (webhook_id, created_at, delivery_id) WHERE (status = 'canceled'::text);

CREATE INDEX deliveries_failed ON public.deliveries USING btree (webhook_id, created_at, delivery_id) WHERE (status = 'failed'::text);

CREATE INDEX deliveries_waiting ON public.deliveries USING btree (webhook_id, round, due_at) WHERE (status = 'pending'::text);

CREATE INDEX dispatches_by_operator ON public.dispatches USING btree (operator_id, livemode, created_at, dispatch_id);

CREATE INDEX disputes_by_session ON public.disputes USING btree (session_id);

CREATE INDEX distinct_lots_by_decision ON public.distinct_lots USING btree (decided_at);

CREATE INDEX distinct_lots_by_higher ON public.distinct_lots USING btree (higher_id);

CREATE INDEX drivers_by_folded_email ON public.drivers USING btree (livemode, lower(email));

CREATE INDEX email_changes_by_email ON public.email_changes USING btree (lower(email), created_at);

CREATE INDEX email_changes_by_end ON public.email_changes USING btree (expires_at);

CREATE INDEX email_changes_by_person ON public.email_changes USING btree (person_id, created_at);

CREATE INDEX erasures_by_operator ON public.erasures USING btree (operator_id, livemode, created_at, erasure_id);

CREATE UNIQUE INDEX erasures_once ON public.erasures USING btree (operator_id, livemode, kind, subject) NULLS NOT DISTINCT WHERE (status = 'pending'::text);

CREATE INDEX erasures_waiting ON public.erasures USING btree (due_at) WHERE (status = 'pending'::text);

CREATE INDEX event_bodies_by_vehicle ON public.event_bodies USING btree (vehicle_id) WHERE (vehicle_id IS NOT NULL);

CREATE INDEX events_by_entity ON public.events USING btree (entity_id);

CREATE INDEX events_by_operator ON public.events USING btree (operator_id, livemode, created_at, event_id);

CREATE INDEX events_by_tx ON public.events USING btree (tx, event_id);

CREATE INDEX events_by_type ON public.events USING btree (operator_id, livemode, type, created_at, event_id);

CREATE INDEX events_to_read ON public.events USING btree (operator_id, livemode, tx, event_id);

CREATE INDEX first_listings_by_position ON public.first_listings USING gist ("position");

CREATE INDEX geocodes_by_expiry ON public.geocodes USING btree (expires_at);

CREATE INDEX holds_by_code ON public.holds USING btree (code);

CREATE INDEX holds_by_creator ON public.holds USING btree (creator_operator_id, livemode, created_at, hold_id) WHERE (creator_operator_id <> operator_id);

CREATE INDEX holds_by_dispatch ON public.holds USING btree (dispatch_id) WHERE (dispatch_id IS NOT NULL);

CREATE INDEX holds_by_fleet ON public.holds USING btree (fleet_id, created_at, hold_id) WHERE (fleet_id IS NOT NULL);

CREATE INDEX holds_by_lot ON public.holds USING btree (lot_id, created_at, hold_id);

CREATE INDEX holds_by_operator ON public.holds USING btree (operator_id, livemode, created_at, hold_id);

CREATE INDEX holds_by_vehicle ON public.holds USING btree (vehicle_id) WHERE (vehicle_id IS NOT NULL);

CREATE INDEX holds_by_vin ON public.holds USING btree (vin_id) WHERE (vin_id IS NOT NULL);

CREATE INDEX holds_live_by_creator ON public.holds USING btree (creator_operator_id) WHERE ((status = 'held'::text) AND (creator_operator_id <> operator_id));

CREATE INDEX holds_live_by_expiry ON public.holds USING btree (expires_at) WHERE (status = 'held'::text);

CREATE INDEX holds_live_by_lot ON public.holds USING btree (lot_id, starts_at) WHERE (status = 'held'::text);

CREATE INDEX holds_live_by_short_code ON public.holds USING btree ("right"(code, 4)) WHERE (status = 'held'::text);

CREATE INDEX holds_live_by_vehicle ON public.holds USING btree (vehicle_id, lot_id) WHERE ((status = 'held'::text) AND (vehicle_id IS NOT NULL));

CREATE UNIQUE INDEX holds_one_allocation ON public.holds USING btree (creator_operator_id, vehicle_id) WHERE ((status = 'held'::text) AND (dispatch_id IS NOT NULL));

CREATE INDEX holds_over_by_creator ON public.holds USING btree (lot_id, creator_operator_id, COALESCE(canceled_at, expires_at)) WHERE (creator_operator_id <> operator_id);

CREATE INDEX idempotency_by_age ON public.idempotency USING btree (created_at);

CREATE INDEX invitations_by_end ON public.invitations USING btree (expires_at);

CREATE INDEX invitations_by_maker ON public.invitations USING btree (made_by);

CREATE INDEX invitations_by_operator ON public.invitations USING btree (operator_id, created_at, invitation_id);

CREATE INDEX invitations_by_person ON public.invitations USING btree (accepted_by) WHERE (accepted_by IS NOT NULL);

CREATE INDEX invoices_to_ask ON public.invoices USING btree (asked_at NULLS FIRST) WHERE (paid_at IS NULL);

CREATE INDEX invoices_unpaid ON public.invoices USING btree (operator_id, due_at) WHERE (paid_at IS NULL);

CREATE INDEX known_devices_by_use ON public.known_devices USING btree (last_used_at);

CREATE INDEX ledger_by_operator ON public.ledger USING btree (operator_id, livemode, at);

CREATE INDEX ledger_by_session ON public.ledger USING btree (session_id);

CREATE INDEX ledger_by_time ON public.ledger USING btree (livemode, at);

CREATE UNIQUE INDEX ledger_processor_fee ON public.ledger USING btree (movement_id) WHERE (kind = 'processor_fee'::text);

CREATE UNIQUE INDEX ledger_refund ON public.ledger USING btree (refund_id) WHERE (kind = 'refund'::text);

CREATE UNIQUE INDEX ledger_stay ON public.ledger USING btree (session_id) WHERE (kind = 'stay'::text);

CREATE INDEX local_events_by_operator ON public.local_events USING btree (operator_id, livemode, created_at, event_id) WHERE (deleted_at IS NULL);

CREATE INDEX local_events_by_period ON public.local_events USING gist (tstzrange(starts_at, ends_at)) WHERE (deleted_at IS NULL);

CREATE INDEX lots_by_cell ON public.lots USING btree (cell) WHERE ((deleted_at IS NULL) AND is_listed AND (status = 'active'::text));

CREATE INDEX lots_by_name_key ON public.lots USING btree (name_key(name), livemode, lot_id);

CREATE INDEX lots_by_occupancy_due ON public.lots USING btree (occupancy_due_at) WHERE ((occupancy_due_at IS NOT NULL) AND (deleted_at IS NULL));

CREATE INDEX lots_by_operator ON public.lots USING btree (operator_id, livemode, created_at, lot_id) WHERE (deleted_at IS NULL);

CREATE INDEX lots_by_osm_id ON public.lots USING btree (operator_id, livemode, osm_id) WHERE ((deleted_at IS NULL) AND (osm_id IS NOT NULL));

CREATE INDEX lots_by_position ON public.lots USING gist ("position") WHERE ((deleted_at IS NULL) AND is_listed AND (status = 'active'::text));

CREATE UNIQUE INDEX lots_by_ref ON public.lots USING btree (operator_id, livemode, ref) WHERE (deleted_at IS NULL);

CREATE INDEX lots_by_waiting ON public.lots USING btree (operator_id) WHERE is_waiting;

CREATE INDEX lots_by_words ON public.lots USING gin (lot_words(name, ref, address, city, state)) WHERE ((deleted_at IS NULL) AND is_listed);

CREATE INDEX lots_in_cells ON public.lots USING btree (cell);

CREATE INDEX lots_merged ON public.lots USING btree (livemode, updated_at) WHERE ((merged_into IS NOT NULL) AND (deleted_at IS NULL));

CREATE INDEX lots_off_list ON public.lots USING gist ("position") WHERE ((deleted_at IS NULL) AND (NOT (is_listed AND (status = 'active'::text))));

CREATE INDEX lots_off_list_by_operator ON public.lots USING btree (operator_id, livemode, created_at, lot_id) WHERE ((deleted_at IS NULL) AND (NOT (is_listed AND (status = 'active'::text))));

CREATE INDEX lots_possible_duplicates ON public.lots USING btree (livemode, updated_at) WHERE ((duplicate_of IS NOT NULL) AND (deleted_at IS NULL));

CREATE INDEX lots_scheduled ON public.lots USING btree (lot_id) WHERE ((scheduled_rates <> '[]'::jsonb) AND (deleted_at IS NULL));

CREATE INDEX lots_to_export ON public.lots USING btree (export_number) WHERE ((deleted_at IS NULL) AND is_listed AND (status = 'active'::text) AND is_osm_export_allowed);

CREATE INDEX area_forecasts_by_cell ON marts.area_forecasts USING btree (livemode, cell);

CREATE INDEX areas_by_cell ON marts.areas USING btree (livemode, cell);

CREATE INDEX lot_forecasts_by_cell ON marts.lot_forecasts USING btree (livemode, cell);

CREATE INDEX lot_forecasts_with_history ON marts.lot_forecasts USING btree (livemode, cell) INCLUDE (lot_type, space_count, lot_id) WHERE has_history;

CREATE INDEX market_rate_by_lot_cell ON marts.market_rate_by_lot USING btree (livemode, cell);

CREATE INDEX public_holidays_by_day ON marts.public_holidays USING btree (day);

CREATE INDEX members_by_operator ON public.members USING btree (operator_id, joined_at, member_id) WHERE (removed_at IS NULL);

CREATE INDEX members_by_person ON public.members USING btree (person_id, joined_at, member_id);

CREATE INDEX members_by_removal ON public.members USING btree (removed_at) WHERE ((removed_at IS NOT NULL) AND (person_id IS NOT NULL));

CREATE UNIQUE INDEX members_standing ON public.members USING btree (operator_id, person_id) WHERE (removed_at IS NULL);

CREATE INDEX oauth_payloads_expiry ON public.oauth_payloads USING btree (expires_at);

CREATE INDEX oauth_payloads_grant ON public.oauth_payloads USING btree (grant_id) WHERE (grant_id IS NOT NULL);

CREATE INDEX occupancy_counts_by_instant ON public.occupancy_counts USING btree (at, lot_id);

CREATE INDEX occupancy_counts_by_lot ON public.occupancy_counts USING btree (lot_id, at);

CREATE INDEX operator_confirmations_by_operator ON public.operator_confirmations USING btree (operator_id, sent_at);

CREATE INDEX operators_by_next_plan ON public.operators USING btree (next_plan_at) WHERE (next_plan IS NOT NULL);

CREATE INDEX operators_listed ON public.operators USING btree (created_at, operator_id);

CREATE INDEX passkey_challenges_by_end ON public.passkey_challenges USING btree (expires_at);

CREATE INDEX passkeys_by_person ON public.passkeys USING btree (person_id);

CREATE UNIQUE INDEX payee_accounts_by_account ON public.payee_accounts USING btree (account_id, livemode, processor);

CREATE UNIQUE INDEX people_by_email ON public.people USING btree (lower(email));

CREATE INDEX processor_events_due ON public.processor_events USING btree (created_at) WHERE (worked_at IS NULL);

CREATE UNIQUE INDEX processor_events_lost ON public.processor_events USING btree (payment_intent_id) WHERE (outcome = 'authorization_lost'::text);

CREATE INDEX processor_events_received ON public.processor_events USING btree (received_at);

CREATE INDEX processor_movements_by_intent ON public.processor_movements USING btree (payment_intent_id);

CREATE INDEX processor_movements_by_refund ON public.processor_movements USING btree (refund_id);

CREATE INDEX processor_movements_by_source ON public.processor_movements USING btree (source_id);

CREATE INDEX processor_movements_by_time ON public.processor_movements USING btree (livemode, at);

CREATE INDEX processor_movements_of ON public.processor_movements USING btree (of_id);

CREATE INDEX processor_payouts_by_account ON public.processor_payouts USING btree (account_id, created_at);

CREATE INDEX reconciliation_findings_by_operator ON public.reconciliation_findings USING btree (operator_id, livemode, found_at, finding_id) WHERE (operator_id IS NOT NULL);

CREATE INDEX reconciliation_findings_open ON public.reconciliation_findings USING btree (livemode, day) WHERE (settled_at IS NULL);

CREATE INDEX refunds_by_operator ON public.refunds USING btree (operator_id, livemode, created_at);

CREATE INDEX refunds_by_session ON public.refunds USING btree (session_id);

CREATE INDEX refunds_by_settlement ON public.refunds USING btree (operator_id, livemode, settled_at) WHERE (status = 'succeeded'::text);

CREATE INDEX refunds_pending ON public.refunds USING btree (created_at) WHERE (status = 'pending'::text);

CREATE INDEX refunds_pending_by_operator ON public.refunds USING btree (operator_id, livemode, created_at, refund_id) WHERE (status = 'pending'::text);

CREATE INDEX search_callers_agents ON public.search_callers USING btree (agent, latitude) WHERE (agent IS NOT NULL);

CREATE INDEX search_callers_by_age ON public.search_callers USING btree (at);

CREATE INDEX search_callers_of_agents ON public.search_callers USING btree (key, latitude) WHERE (key IS NOT NULL);

CREATE INDEX search_log_by_age ON ONLY public.search_log USING brin (at) WITH (autosummarize='on');

CREATE INDEX searcher_counts_by_age ON public.searcher_counts USING btree (at);

CREATE INDEX sessions_active_by_end ON public.sessions USING btree (expected_end) WHERE (status = 'active'::text);

CREATE INDEX sessions_active_by_lot ON public.sessions USING btree (lot_id, expected_end) WHERE (status = 'active'::text);

CREATE INDEX sessions_active_by_short_code ON public.sessions USING btree ("right"(session_code, 4)) WHERE (status = 'active'::text);

CREATE INDEX sessions_by_capture ON public.sessions USING btree (operator_id, livemode, captured_at) WHERE (captured_at IS NOT NULL);

CREATE INDEX sessions_by_code ON public.sessions USING btree (session_code) WHERE (source <> 'import'::text);

CREATE INDEX sessions_by_creator ON public.sessions USING btree (creator_operator_id, livemode, created_at, session_id) WHERE (creator_operator_id <> operator_id);

CREATE INDEX sessions_by_driver ON public.sessions USING btree (driver_id) WHERE (driver_id IS NOT NULL);

CREATE INDEX sessions_by_fleet ON public.sessions USING btree (fleet_id, created_at, session_id) WHERE (fleet_id IS NOT NULL);

CREATE INDEX sessions_by_intent ON public.sessions USING btree (payment_intent_id) WHERE (payment_intent_id IS NOT NULL);

CREATE INDEX sessions_by_lot ON public.sessions USING btree (lot_id, created_at, session_id);

CREATE INDEX sessions_by_operator ON public.sessions USING btree (operator_id, livemode, created_at, session_id);

CREATE INDEX sessions_by_vehicle ON public.sessions USING btree (vehicle_id, operator_id, created_at, session_id);

CREATE INDEX sessions_by_vehicle_and_creator ON public.sessions USING btree (vehicle_id, creator_operator_id, created_at, session_id) WHERE (creator_operator_id <> operator_id);

CREATE INDEX sessions_by_vin ON public.sessions USING btree (vin_id) WHERE (vin_id IS NOT NULL);

CREATE UNIQUE INDEX sessions_imported ON public.sessions USING btree (lot_id, vehicle_id, started_at) WHERE (source = 'import'::text);

CREATE INDEX sessions_not_completed ON public.sessions USING btree (operator_id, livemode, created_at, session_id) WHERE (status <> 'completed'::text);

CREATE INDEX sessions_not_completed_by_creator ON public.sessions USING btree (creator_operator_id, livemode, created_at, session_id) WHERE ((status <> 'completed'::text) AND (creator_operator_id <> operator_id));

CREATE UNIQUE INDEX sessions_one_active ON public.sessions USING btree (lot_id, vehicle_id, creator_operator_id) WHERE (status = 'active'::text);

CREATE INDEX sessions_unauthorized ON public.sessions USING btree (authorize_by) WHERE ((authorize_by IS NOT NULL) AND (status = 'active'::text));

CREATE INDEX sessions_unauthorized_by_lot ON public.sessions USING btree (lot_id) WHERE ((authorize_by IS NOT NULL) AND (status = 'active'::text));

CREATE INDEX sessions_unsettled ON public.sessions USING btree (ended_at) WHERE (status = ANY (ARRAY['ending'::text, 'expiring'::text]));

CREATE INDEX shown_plates_by_vehicle ON public.shown_plates USING btree (vehicle_id);

CREATE INDEX sign_in_attempts_by_start ON public.sign_in_attempts USING btree (started_at);

CREATE INDEX sign_ins_by_age ON public.sign_ins USING btree (created_at);

CREATE INDEX sign_ins_by_member ON public.sign_ins USING btree (member_id, last_seen_at);

CREATE INDEX sign_ins_by_person ON public.sign_ins USING btree (person_id, created_at, sign_in_id);

CREATE INDEX sign_ins_of_sign_ups ON public.sign_ins USING btree (created_at) WHERE (method = 'sign_up'::text);

CREATE INDEX sign_up_links_by_email ON public.sign_up_links USING btree (lower(email), created_at);

CREATE INDEX sign_up_links_by_end ON public.sign_up_links USING btree (expires_at);

CREATE INDEX simulated_captures_by_time ON public.simulated_captures USING btree (captured_at);

CREATE INDEX simulated_refunds_by_time ON public.simulated_refunds USING btree (refunded_at);

CREATE INDEX spare_intents_due ON public.spare_intents USING btree (authorize_by);

CREATE UNIQUE INDEX spare_intents_open ON public.spare_intents USING btree (session_id, amount_minor) WHERE (authorize_by IS NOT NULL);

CREATE INDEX usage_by_key ON public.usage USING btree (key_id, at);

CREATE INDEX usage_by_operator ON public.usage USING btree (operator_id, at);

CREATE INDEX usage_by_request ON public.usage USING btree (request_id);

CREATE INDEX webhook_addresses_challenged ON public.webhook_addresses USING btree (challenged_at);

CREATE INDEX webhook_addresses_due ON public.webhook_addresses USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX webhooks_by_operator ON public.webhooks USING btree (operator_id, livemode, created_at, webhook_id) WHERE (deleted_at IS NULL);

CREATE INDEX webhooks_paused ON public.webhooks USING btree (paused_at) WHERE ((status = 'paused'::text) AND (deleted_at IS NULL));

CREATE INDEX webhooks_troubled ON public.webhooks USING btree (created_at, webhook_id) WHERE ((deleted_at IS NULL) AND ((consecutive_failures > 0) OR ((status = 'paused'::text) AND (pause_reason <> 'operator'::text))));

CREATE TRIGGER api_keys_changed AFTER DELETE OR UPDATE OF scopes, fleet_id, agent_platform, rate_limits, spend_cap_cents, expires_at, revoked_at ON public.api_keys FOR EACH STATEMENT EXECUTE FUNCTION notify_key_changed();

CREATE TRIGGER api_keys_stay_revoked BEFORE UPDATE OF revoked_at ON public.api_keys FOR EACH ROW WHEN (((old.revoked_at IS NOT NULL) AND (new.revoked_at IS DISTINCT FROM old.revoked_at))) EXECUTE FUNCTION keep_key_revoked();

CREATE TRIGGER area_cells_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.area_cells FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER audit_log_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER audit_log_notes_actor_operator BEFORE INSERT ON public.audit_log FOR EACH ROW WHEN ((new.actor_type <> 'system'::text)) EXECUTE FUNCTION note_actor_operator();

CREATE TRIGGER cell_cities_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.cell_cities FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER closed_usage_months_await_invoice AFTER INSERT ON public.closed_usage_months REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION await_invoice();

CREATE TRIGGER closed_usage_months_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.closed_usage_months FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER conversions_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.conversions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER erasures_sealed AFTER INSERT OR UPDATE OF subject ON public.erasures FOR EACH ROW WHEN (((new.kind = 'plate'::text) AND (NOT starts_with(new.subject, 'p1.'::text)))) EXECUTE FUNCTION refuse_plain_plate();

CREATE TRIGGER holds_refuse_coming_early AFTER UPDATE OF starts_at ON public.holds FOR EACH ROW WHEN (((new.starts_at < old.starts_at) AND (new.ends_at >= old.ends_at))) EXECUTE FUNCTION refuse_overbooking();

CREATE TRIGGER holds_refuse_hoarding AFTER INSERT ON public.holds REFERENCING NEW TABLE AS placed FOR EACH STATEMENT EXECUTE FUNCTION refuse_hoarding();

CREATE TRIGGER holds_refuse_overbooking AFTER INSERT ON public.holds FOR EACH ROW EXECUTE FUNCTION refuse_overbooking();

CREATE TRIGGER invoice_fees_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.invoice_fees FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER invoice_lines_add_up AFTER INSERT ON public.invoice_lines REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_wrong_total();

CREATE TRIGGER invoice_lines_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.invoice_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER invoices_add_up AFTER INSERT ON public.invoices REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_wrong_total();

CREATE TRIGGER invoices_changed AFTER UPDATE ON public.invoices FOR EACH STATEMENT EXECUTE FUNCTION notify_key_changed();

CREATE TRIGGER invoices_stay BEFORE DELETE OR UPDATE ON public.invoices FOR EACH ROW EXECUTE FUNCTION keep_invoice();

CREATE TRIGGER ledger_count_gross AFTER INSERT ON public.ledger REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_gross();

CREATE TRIGGER ledger_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER local_events_changed AFTER INSERT OR DELETE OR UPDATE ON public.local_events FOR EACH STATEMENT EXECUTE FUNCTION marts.notify_forecast();

CREATE TRIGGER local_events_limit AFTER INSERT ON public.local_events FOR EACH ROW EXECUTE FUNCTION limit_local_events();

CREATE TRIGGER lots_begin_tariff AFTER INSERT ON public.lots FOR EACH ROW WHEN (((new.tariff IS NULL) AND (new.rate_minor IS NOT NULL))) EXECUTE FUNCTION keep_tariff();

CREATE TRIGGER lots_keep_tariff AFTER UPDATE OF rate_id, rate_minor, rate_unit, billing_step_minutes, max_daily_minor, has_no_daily_max ON public.lots FOR EACH ROW WHEN ((((new.tariff IS NULL) OR (NOT (new.tariff IS DISTINCT FROM old.tariff))) AND ((((((old.rate_id IS DISTINCT FROM new.rate_id) OR (old.rate_minor IS DISTINCT FROM new.rate_minor)) OR (old.rate_unit IS DISTINCT FROM new.rate_unit)) OR (old.billing_step_minutes IS DISTINCT FROM new.billing_step_minutes)) OR (old.max_daily_minor IS DISTINCT FROM new.max_daily_minor)) OR (old.has_no_daily_max IS DISTINCT FROM new.has_no_daily_max)))) EXECUTE FUNCTION keep_tariff();

CREATE TRIGGER lots_note_occupancy AFTER UPDATE OF taken_spaces, held_spaces, total_spaces, reported_occupied, reported_at, occupancy_thresholds ON public.lots FOR EACH ROW EXECUTE FUNCTION note_lot_occupancy();

CREATE TRIGGER lots_reach_began AFTER INSERT ON public.lots FOR EACH ROW WHEN ((new.is_listed AND (new.status = 'active'::text))) EXECUTE FUNCTION notify_reach();

CREATE TRIGGER lots_reach_changed AFTER UPDATE OF total_spaces, is_listed, status, deleted_at, latitude, longitude ON public.lots FOR EACH ROW WHEN (((((((old.total_spaces IS DISTINCT FROM new.total_spaces) OR (old.is_listed IS DISTINCT FROM new.is_listed)) OR (old.status IS DISTINCT FROM new.status)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.latitude IS DISTINCT FROM new.latitude)) OR (old.longitude IS DISTINCT FROM new.longitude))) EXECUTE FUNCTION notify_reach();

CREATE TRIGGER lots_refuse_overbooking AFTER UPDATE OF taken_spaces, total_spaces ON public.lots FOR EACH ROW WHEN (((new.held_spaces > 0) AND ((new.taken_spaces + new.held_spaces) > new.total_spaces) AND (((new.taken_spaces > old.taken_spaces) AND ((new.taken_spaces + new.held_spaces) > (old.taken_spaces + old.held_spaces))) OR (new.total_spaces < old.total_spaces)))) EXECUTE FUNCTION refuse_overbooking();

CREATE TRIGGER mandates_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.mandates FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER forecast_edition_changed AFTER UPDATE ON marts.forecast_edition FOR EACH STATEMENT EXECUTE FUNCTION marts.notify_forecast();

CREATE TRIGGER public_holidays_changed AFTER INSERT OR DELETE OR UPDATE ON marts.public_holidays FOR EACH STATEMENT EXECUTE FUNCTION marts.notify_forecast();

CREATE TRIGGER publication_changed AFTER INSERT OR DELETE OR UPDATE ON marts.publication FOR EACH STATEMENT EXECUTE FUNCTION marts.notify_published();

CREATE TRIGGER members_changed AFTER DELETE OR UPDATE OF role, removed_at ON public.members FOR EACH STATEMENT EXECUTE FUNCTION notify_key_changed();

CREATE TRIGGER occupancy_counts_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.occupancy_counts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER operators_changed AFTER DELETE OR UPDATE ON public.operators FOR EACH STATEMENT EXECUTE FUNCTION notify_key_changed();

CREATE TRIGGER operators_note_first_plan AFTER INSERT ON public.operators FOR EACH ROW EXECUTE FUNCTION note_plan();

CREATE TRIGGER operators_note_plan AFTER UPDATE ON public.operators FOR EACH ROW WHEN (((((old.plan IS DISTINCT FROM new.plan) OR (old.bought_plan IS DISTINCT FROM new.bought_plan)) OR (old.plan_price_cents IS DISTINCT FROM new.plan_price_cents)) OR (old.next_plan_at IS DISTINCT FROM new.next_plan_at))) EXECUTE FUNCTION note_plan();

CREATE TRIGGER ordinary_days_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ordinary_days FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER processor_movements_book_fees AFTER INSERT ON public.processor_movements REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION book_processor_fees();

CREATE TRIGGER processor_movements_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.processor_movements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER reconciliation_findings_note_operator BEFORE INSERT OR UPDATE OF session_id ON public.reconciliation_findings FOR EACH ROW EXECUTE FUNCTION note_finding_operator();

CREATE TRIGGER refunds_book_refund AFTER UPDATE OF status, settled_at, amount_minor, fee_minor ON public.refunds FOR EACH ROW WHEN (((((old.status IS DISTINCT FROM new.status) OR (old.settled_at IS DISTINCT FROM new.settled_at)) OR (old.amount_minor IS DISTINCT FROM new.amount_minor)) OR (old.fee_minor IS DISTINCT FROM new.fee_minor))) EXECUTE FUNCTION book_refund();

CREATE TRIGGER refunds_book_refund_new AFTER INSERT ON public.refunds FOR EACH ROW EXECUTE FUNCTION book_refund();

CREATE TRIGGER search_crowds_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.search_crowds FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER sessions_book_capture AFTER UPDATE OF captured_at, subtotal_minor, shortfall_minor, platform_fee_minor ON public.sessions FOR EACH ROW WHEN ((((old.captured_at IS NOT NULL) OR (new.captured_at IS NOT NULL)) AND ((((old.captured_at IS DISTINCT FROM new.captured_at) OR (old.subtotal_minor IS DISTINCT FROM new.subtotal_minor)) OR (old.shortfall_minor IS DISTINCT FROM new.shortfall_minor)) OR (old.platform_fee_minor IS DISTINCT FROM new.platform_fee_minor)))) EXECUTE FUNCTION book_capture();

CREATE TRIGGER sessions_book_captures_new AFTER INSERT ON public.sessions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION book_captures_new();

CREATE TRIGGER sessions_count_mandate AFTER INSERT OR UPDATE OF estimated_minor, subtotal_minor, mandate_id ON public.sessions FOR EACH ROW WHEN ((new.mandate_id IS NOT NULL)) EXECUTE FUNCTION count_mandate();

CREATE TRIGGER sessions_refuse_overbooking AFTER UPDATE OF expected_end ON public.sessions FOR EACH ROW WHEN ((new.expected_end > old.expected_end)) EXECUTE FUNCTION refuse_overbooking();

CREATE TRIGGER sessions_refuse_unauthorized AFTER INSERT ON public.sessions FOR EACH ROW WHEN (((new.authorize_by IS NOT NULL) AND (new.creator_operator_id <> new.operator_id))) EXECUTE FUNCTION refuse_unauthorized();

CREATE TRIGGER usage_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.usage FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER usage_refuse_closed_month AFTER INSERT ON public.usage REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_month();

CREATE TRIGGER vehicles_deleted AFTER DELETE ON public.vehicles FOR EACH ROW EXECUTE FUNCTION forget_plate();

CREATE TRIGGER vehicles_renamed AFTER UPDATE OF plate ON public.vehicles FOR EACH ROW WHEN ((old.plate <> new.plate)) EXECUTE FUNCTION forget_plate();

CREATE TRIGGER vehicles_sealed AFTER INSERT OR UPDATE OF plate ON public.vehicles FOR EACH ROW WHEN ((NOT starts_with(new.plate, 'p1.'::text))) EXECUTE FUNCTION refuse_plain_plate();

CREATE TRIGGER webhook_secrets_rotated BEFORE UPDATE OF secret ON public.webhook_secrets FOR EACH ROW EXECUTE FUNCTION keep_previous_secret();

CREATE TRIGGER webhooks_added AFTER INSERT ON public.webhooks FOR EACH ROW EXECUTE FUNCTION ask_for_proof();

CREATE TRIGGER webhooks_deleted AFTER UPDATE OF deleted_at ON public.webhooks FOR EACH ROW WHEN ((new.deleted_at IS NOT NULL)) EXECUTE FUNCTION forget_secret();

CREATE TRIGGER webhooks_limit AFTER INSERT ON public.webhooks FOR EACH ROW EXECUTE FUNCTION limit_webhooks();

CREATE TRIGGER webhooks_moved AFTER UPDATE OF url, status ON public.webhooks FOR EACH ROW WHEN (((new.status = 'active'::text) AND ((old.url <> new.url) OR (old.status <> new.status)))) EXECUTE FUNCTION ask_for_proof();

create view agent_details as
 SELECT agents.agent_id,
    agents.operator_id,
    agents.livemode,
    agents.name,
    agents.platform,
    agents.created_at,
    present.key_id,
    present.fleet_id
   FROM agents
     CROSS JOIN LATERAL ( SELECT api_keys.key_id,
            api_keys.fleet_id
           FROM api_keys
          WHERE api_keys.agent_id = agents.agent_id
          ORDER BY (api_keys.revoked_at IS NOT NULL), api_keys.created_at DESC, api_keys.key_id DESC
         LIMIT 1) present;

create view audit_rows with (security_invoker=true) as
 SELECT action,
    entity_id,
    operator_id,
    livemode,
    diff,
    actor_type,
    actor_id,
    agent_platform,
    request_id,
    at
   FROM audit_log;

create view connected_app_details as
 SELECT connected_apps.key_id AS app_id,
    api_keys.operator_id,
    api_keys.livemode,
    api_keys.name,
    connected_apps.client_id,
    connected_apps.client_uri,
    connected_apps.redirect_host,
    connected_apps.resource,
    connected_apps.member_id,
    api_keys.scopes,
    api_keys.spend_cap_cents,
    api_keys.created_at AS connected_at,
    api_keys.last_used_at,
    api_keys.expires_at,
    LEAST(api_keys.revoked_at, members.removed_at) AS ended_at,
    to_jsonb(mandates.*) AS mandate
   FROM connected_apps
     JOIN api_keys USING (key_id)
     JOIN members USING (member_id)
     LEFT JOIN mandates USING (mandate_id);

create view hold_details as
 SELECT holds.hold_id,
    holds.code,
    holds.lot_id,
    holds.operator_id,
    holds.creator_operator_id,
    holds.key_id,
    holds.livemode,
    holds.dispatch_id,
    holds.fencing_token,
    holds.vehicle_id,
    holds.vin_id,
    holds.fleet_id,
    holds.is_autonomous,
    holds.agent_platform,
    holds.status,
    holds.space_count,
    holds.activated_count,
    holds.assigned_space,
    holds.starts_at,
    holds.ends_at,
    holds.expires_at,
    holds.ttl_seconds,
    holds.intent,
    holds.parsed,
    holds.rate_minor,
    holds.rate_unit,
    holds.currency,
    holds.max_daily_minor,
    snapshot_of(holds.rate_snapshot, holds.rate_minor, holds.rate_unit, holds.billing_step_minutes::integer, holds.max_daily_minor) AS rate_snapshot,
    holds.session_id,
    holds.created_at,
    holds.canceled_at,
    holds.billing_step_minutes,
    holds.mandate_id,
        CASE
            WHEN holds.status = 'held'::text AND holds.expires_at <= clock_timestamp() THEN 'expired'::text
            ELSE holds.status
        END AS status_now,
    lots.name AS lot_name,
    lots.entry_instructions,
    vehicles.plate,
    vins.vin,
    COALESCE(shown_plates.shown_plate, vehicles.plate) AS shown_plate,
    lots.opening_hours
   FROM holds
     JOIN lots USING (lot_id)
     LEFT JOIN vehicles USING (vehicle_id)
     LEFT JOIN shown_plates ON shown_plates.entity_id = holds.hold_id
     LEFT JOIN vins USING (vin_id);

create view holds_by_viewer as
 SELECT viewer_id,
    hold_id,
    livemode,
    creator_operator_id,
    fleet_id,
    lot_id,
    status,
    expires_at,
    created_at
   FROM ( SELECT holds.operator_id AS viewer_id,
            true AS is_on_own_lot,
            holds.hold_id,
            holds.livemode,
            holds.operator_id,
            holds.creator_operator_id,
            holds.fleet_id,
            holds.lot_id,
            holds.status,
            holds.expires_at,
            holds.created_at
           FROM holds
        UNION ALL
         SELECT holds.creator_operator_id,
            false,
            holds.hold_id,
            holds.livemode,
            holds.operator_id,
            holds.creator_operator_id,
            holds.fleet_id,
            holds.lot_id,
            holds.status,
            holds.expires_at,
            holds.created_at
           FROM holds) seen
  WHERE is_on_own_lot OR creator_operator_id <> operator_id;

create view key_details as
 SELECT api_keys.key_id AS id,
    api_keys.operator_id,
    api_keys.name,
    api_keys.prefix,
    api_keys.last4,
        CASE
            WHEN api_keys.livemode THEN 'live'::text
            ELSE 'test'::text
        END AS mode,
    api_keys.scopes,
    api_keys.fleet_id,
    api_keys.agent_platform,
    api_keys.agent_id,
    api_keys.rate_limits,
    api_keys.spend_cap_cents,
    api_keys.created_at,
    api_keys.last_used_at,
    api_keys.expires_at,
    api_keys.revoked_at,
    to_jsonb(mandates.*) AS mandate
   FROM api_keys
     LEFT JOIN mandates USING (mandate_id, operator_id, livemode)
  WHERE api_keys.kind = 'key'::text;

create view payout_movements as
 SELECT operator_id,
    livemode,
    lot_id,
    currency,
    at,
    stay_count AS session_count,
    - (driver_minor + shortfall_minor) AS gross_minor,
    platform_fee_minor,
    refunds_minor
   FROM ledger
  WHERE kind <> 'processor_fee'::text;

create view session_details as
 SELECT sessions.session_id,
    sessions.session_code,
    sessions.lot_id,
    sessions.operator_id,
    sessions.livemode,
    sessions.vehicle_id,
    sessions.driver_id,
    sessions.key_id,
    sessions.status,
    sessions.source,
    sessions.agent_platform,
    sessions.agent_name,
    sessions.fleet_id,
    sessions.is_autonomous,
    sessions.rate_minor,
    sessions.rate_unit,
    sessions.currency,
    sessions.max_daily_minor,
    sessions.started_at,
    sessions.expected_end,
    sessions.ended_at,
    sessions.extended_count,
    sessions.estimated_minor,
    sessions.subtotal_minor,
    sessions.platform_fee_minor,
    sessions.payment_intent_id,
    sessions.metadata,
    sessions.created_at,
    snapshot_of(sessions.rate_snapshot, sessions.rate_minor, sessions.rate_unit, sessions.billing_step_minutes::integer, sessions.max_daily_minor) AS rate_snapshot,
    sessions.hold_id,
    sessions.assigned_space,
    sessions.extended_minutes,
    sessions.creator_operator_id,
    sessions.vin_id,
    sessions.refunded_minor,
    sessions.fee_refunded_minor,
    sessions.captured_at,
    sessions.billing_step_minutes,
    sessions.mandate_id,
    vehicles.plate,
    vins.vin,
    lots.name AS lot_name,
    lots.address AS lot_address,
    lots.entry_instructions,
    held_plan(operators.plan, operators.next_plan, operators.next_plan_at) AS plan,
    now() AS now,
    COALESCE(shown_plates.shown_plate, vehicles.plate) AS shown_plate,
    lots.opening_hours,
    sessions.fee_basis_points,
    sessions.authorize_by,
    sessions.authorized_minor,
    sessions.shortfall_minor,
    payment_status(sessions.*) AS payment_status
   FROM sessions
     LEFT JOIN vehicles USING (vehicle_id)
     LEFT JOIN shown_plates ON shown_plates.entity_id = sessions.session_id
     LEFT JOIN vins USING (vin_id)
     JOIN lots USING (lot_id)
     JOIN operators ON operators.operator_id = sessions.operator_id;

create view sessions_by_viewer as
 SELECT viewer_id,
    session_id,
    livemode,
    creator_operator_id,
    fleet_id,
    lot_id,
    vehicle_id,
    status,
    started_at,
    ended_at,
    created_at
   FROM ( SELECT sessions.operator_id AS viewer_id,
            true AS is_on_own_lot,
            sessions.session_id,
            sessions.livemode,
            sessions.operator_id,
            sessions.creator_operator_id,
            sessions.fleet_id,
            sessions.lot_id,
            sessions.vehicle_id,
            sessions.status,
            sessions.started_at,
            sessions.ended_at,
            sessions.created_at
           FROM sessions
        UNION ALL
         SELECT sessions.creator_operator_id,
            false,
            sessions.session_id,
            sessions.livemode,
            sessions.operator_id,
            sessions.creator_operator_id,
            sessions.fleet_id,
            sessions.lot_id,
            sessions.vehicle_id,
            sessions.status,
            sessions.started_at,
            sessions.ended_at,
            sessions.created_at
           FROM sessions) seen
  WHERE is_on_own_lot OR creator_operator_id <> operator_id;
