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
