-- A local event is felt as far as the lots of its operator near it vouch for, computed when it is
-- read: see sql/postgres/queries/local_events_list.sql.

-- Readers keep what happens on a day in memory, so they are told when these lots change. Few
-- operators have local events, and a stay changes none of these columns.
create function notify_reach() returns trigger language plpgsql as $$
begin
  if exists (
    select from local_events
    where operator_id = new.operator_id and livemode = new.livemode and deleted_at is null
  ) then
    perform pg_notify('forecast', '');
  end if;
  return null;
end $$;
create trigger lots_reach_began after insert on lots
for each row when (new.is_listed and new.status = 'active') execute function notify_reach();
create trigger lots_reach_changed
  after update of total_spaces, is_listed, status, deleted_at, latitude, longitude on lots
  for each row when (
    (old.total_spaces, old.is_listed, old.status, old.deleted_at, old.latitude, old.longitude)
      is distinct from
    (new.total_spaces, new.is_listed, new.status, new.deleted_at, new.latitude, new.longitude))
  execute function notify_reach();

-- The last word on how many local events an operator may have in one world, on whichever plan,
-- and how many of a type on a day within 20 km. Additions by one operator are counted one after
-- another, each with everything that was committed before. Days are by the clock of its lot that is
-- nearest.
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
  order by great_circle_m(latitude, longitude, new.latitude, new.longitude)
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
