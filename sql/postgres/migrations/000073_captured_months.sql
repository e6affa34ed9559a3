-- What was captured for the stays of each operator in each month (UTC), so that the fee of a stay
-- does not need a look at all stays of its month. Several rows (slots) for a month and currency, so
-- that stays which are paid at the same moment do not wait for each other.
create table captured_months (
  operator_id text not null,
  livemode boolean not null,
  from_at timestamptz not null check (from_at = date_trunc('month', from_at, 'UTC')),
  currency text not null,
  slot smallint not null,
  gross_minor numeric not null,
  primary key (operator_id, livemode, from_at, currency, slot)
);

create function count_captured() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if old.captured_at is not null then
    update public.captured_months set gross_minor = gross_minor - old.subtotal_minor
    where operator_id = old.operator_id and livemode = old.livemode
      and from_at = date_trunc('month', old.captured_at, 'UTC') and currency = old.currency
      and slot = hashtext(old.session_id) & 15;
  end if;
  if new.captured_at is not null then
    insert into public.captured_months as month
      (operator_id, livemode, from_at, currency, slot, gross_minor)
    values (new.operator_id, new.livemode, date_trunc('month', new.captured_at, 'UTC'),
      new.currency, hashtext(new.session_id) & 15, new.subtotal_minor)
    on conflict (operator_id, livemode, from_at, currency, slot) do update
    set gross_minor = month.gross_minor + excluded.gross_minor;
  end if;
  return null;
end $$;
create trigger sessions_count_captured after update of captured_at, subtotal_minor on sessions
  for each row when (
    (old.captured_at is not null or new.captured_at is not null)
    and (old.captured_at, old.subtotal_minor)
      is distinct from (new.captured_at, new.subtotal_minor))
  execute function count_captured();

-- Stays that are paid when they are written, such as those of the demo city, come by thousands.
create function count_captured_new() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.captured_months as month
    (operator_id, livemode, from_at, currency, slot, gross_minor)
  select operator_id, livemode, date_trunc('month', captured_at, 'UTC'), currency,
    hashtext(session_id) & 15, sum(subtotal_minor)
  from added where captured_at is not null
  group by 1, 2, 3, 4, 5
  order by 1, 2, 3, 4, 5
  on conflict (operator_id, livemode, from_at, currency, slot) do update
  set gross_minor = month.gross_minor + excluded.gross_minor;
  return null;
end $$;
create trigger sessions_count_captured_new after insert on sessions
  referencing new table as added for each statement execute function count_captured_new();

-- The first month that is counted from its beginning. Stays of months before are added up.
create table captured_months_start (
  is_only boolean primary key default true check (is_only),
  from_at timestamptz not null
);
insert into captured_months_start (from_at)
select case
  when exists (select from sessions where captured_at is not null)
    then date_add(date_trunc('month', now(), 'UTC'), '1 month', 'UTC')
  else timestamptz 'epoch' end;

-- The nearest lot is found by index instead of among all lots of the operator. Distances are in
-- degrees, as in the index, which is exact enough to find the time zone.
create or replace function limit_local_events() returns trigger language plpgsql as $$
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
end $$;
