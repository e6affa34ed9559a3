-- What operators say happens around their lots (a concert, a match, road works), past and to come.
-- Demand forecasts read what all operators of a world said. The bounds are also in
-- src/local-events/local-event.ts. 744 hours are 31 days, 9600 hours are 400.
create table local_events (
  event_id uuid primary key,
  operator_id text not null references operators,
  livemode boolean not null,
  name text not null check (length(name) between 1 and 120),
  type text not null check (type in (
    'concert', 'sports', 'festival', 'market', 'conference', 'school', 'roadworks', 'other')),
  impact text not null check (impact in ('low', 'medium', 'high')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  latitude double precision not null check (is_degrees(latitude, 90)),
  longitude double precision not null check (is_degrees(longitude, 180)),
  radius_m integer not null check (radius_m between 100 and 20000),
  created_at timestamptz not null default now() check (is_usable(created_at)),
  deleted_at timestamptz,
  constraint local_events_length
    check (ends_at > starts_at and ends_at <= starts_at + interval '744 hours'),
  constraint local_events_start check (
    starts_at between created_at - interval '9600 hours' and created_at + interval '9600 hours')
);
create index local_events_by_operator
  on local_events (operator_id, livemode, created_at, event_id) where deleted_at is null;
-- Finds those that overlap a period.
create index local_events_by_period
  on local_events using gist (tstzrange(starts_at, ends_at)) where deleted_at is null;

-- The last word on how many local events an operator may have in one world. Additions by one
-- operator are counted one after another, each with everything that was committed before.
create function limit_local_events() returns trigger language plpgsql as $$
declare
  ahead_max constant integer := 1000;
  -- Of those that ended within 400 days.
  past_max constant integer := 5000;
  as_of timestamptz := clock_timestamp();
  ahead_count integer;
  past_count integer;
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
  return null;
end $$;
create trigger local_events_limit
  after insert on local_events
  for each row execute function limit_local_events();
