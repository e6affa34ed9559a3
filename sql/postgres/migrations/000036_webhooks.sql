-- Webhooks: where operators want their events sent, and what was sent.

create table webhooks (
  webhook_id text primary key,
  operator_id text not null references operators,
  livemode boolean not null,
  url text not null check (length(url) between 1 and 2000),
  -- Types of events.
  events text[] not null check (
    cardinality(events) between 1 and 7
    and events <@ array[
      'session.created', 'session.ended', 'session.extended', 'payment.completed',
      'payment.failed', 'lot.updated', 'occupancy.changed']),
  description text check (length(description) between 1 and 200),
  secret_last4 text not null,
  status text not null default 'active' check (status in ('active', 'paused')),
  -- Attempts that failed since the last one that succeeded.
  consecutive_failures integer not null default 0 check (consecutive_failures >= 0),
  paused_at timestamptz check ((paused_at is null) = (status = 'active')),
  pause_reason text check (pause_reason in ('failures', 'gone', 'operator')),
  -- Each pause begins a new round. What was waiting in an earlier round is not sent any more.
  round integer not null default 1,
  -- Only events from this instant on are sent: when it was made, or resumed.
  active_since timestamptz not null default date_trunc('milliseconds', now()),
  last_success_at timestamptz,
  last_failure_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check ((pause_reason is null) = (status = 'active'))
);
create index webhooks_by_operator on webhooks (operator_id, livemode, created_at, webhook_id)
  where deleted_at is null;
create index webhooks_paused on webhooks (paused_at)
  where status = 'paused' and deleted_at is null;

-- What audit rows say of a webhook.
create function webhook_snapshot(webhook webhooks) returns jsonb
language sql stable
return jsonb_build_object(
  'url', webhook.url, 'events', webhook.events, 'description', webhook.description,
  'status', webhook.status, 'pause_reason', webhook.pause_reason);

-- The last word on how many webhooks an operator may have in one world. Additions by one operator
-- are counted one after another, each with everything that was committed before. The number is also
-- in src/webhooks/webhook.ts.
create function limit_webhooks() returns trigger language plpgsql as $$
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
end $$;
create trigger webhooks_limit
  after insert on webhooks
  for each row execute function limit_webhooks();

-- What signs the deliveries. Apart from the webhooks, because only the courier may read it.
create table webhook_secrets (
  webhook_id text primary key references webhooks,
  secret text not null check (secret ~ '^whsec_[A-Za-z0-9_-]{43}$'),
  -- The secret before it also signs until this instant.
  previous_secret text,
  previous_until timestamptz,
  check ((previous_secret is null) = (previous_until is null))
);

-- Whoever rotates a secret may not read the old one, so it is kept here.
create function keep_previous_secret() returns trigger language plpgsql as $$
begin
  new.previous_secret := old.secret;
  return new;
end $$;
create trigger webhook_secrets_rotated
  before update of secret on webhook_secrets
  for each row execute function keep_previous_secret();

-- One event for one webhook. The rows are made by one statement that joins both, so there are no
-- foreign keys: their locks would make a busy webhook's row a bottleneck.
create table deliveries (
  delivery_id text primary key default ('del_' || replace(uuidv7()::text, '-', '')),
  webhook_id text not null,
  event_id text not null,
  type text not null,
  is_test boolean not null default false,
  status text not null default 'pending'
    check (status in ('pending', 'delivered', 'failed', 'canceled')),
  round integer not null,
  -- Attempts since it was made, or sent again by hand.
  try_count smallint not null default 0 check (try_count >= 0),
  -- When the next attempt is due.
  due_at timestamptz not null default now(),
  -- Of the courier that has it. No index has these columns, so a claim writes to none.
  lease uuid,
  lease_ends_at timestamptz check ((lease_ends_at is null) = (lease is null)),
  -- The last attempts, oldest first.
  attempts jsonb not null default '[]',
  created_at timestamptz not null default now(),
  finished_at timestamptz check ((finished_at is null) = (status = 'pending')),
  constraint deliveries_once unique (event_id, webhook_id)
) with (
  -- Room on each page for a second version of each row: the one that is claimed.
  fillfactor = 50,
  -- A queue leaves many dead rows behind.
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02
);
create index deliveries_waiting on deliveries (webhook_id, round, due_at)
  where status = 'pending';
create index deliveries_by_webhook on deliveries (webhook_id, created_at, delivery_id);
-- Few among many that were delivered.
create index deliveries_failed on deliveries (webhook_id, created_at, delivery_id)
  where status = 'failed';

-- How a delivery is shown. What waits in an earlier round of its webhook is not sent any more.
create function shown_status(delivery deliveries, current_round integer) returns text
language sql stable parallel safe
return case when delivery.status = 'pending' and delivery.round < current_round then 'canceled'
  else delivery.status end;

-- Null where there is none, and while a courier has it.
create function next_attempt_at(delivery deliveries, current_round integer) returns timestamptz
language sql stable parallel safe
return case
  when delivery.status = 'pending' and delivery.round = current_round
    and (delivery.lease is null or delivery.lease_ends_at <= now())
    then delivery.due_at end;

-- The bytes of an event as they are signed and sent, made when they are needed first. The plate is
-- in them, so they are deleted after 30 days, or when the vehicle is erased.
create table event_bodies (
  event_id text primary key,
  body text not null,
  vehicle_id bigint
);
create index event_bodies_by_vehicle on event_bodies (vehicle_id) where vehicle_id is not null;

-- What the relay has read of `events`: all that is visible in this snapshot. So it reads each event
-- once, as soon as it is committed, and no transaction that stays open holds the others back.
-- The ids of transactions are those of one database server.
create table relay_position (
  is_only boolean primary key default true check (is_only),
  system_identifier bigint not null,
  seen pg_snapshot not null
);
insert into relay_position (system_identifier, seen)
select system_identifier, pg_current_snapshot() from pg_control_system();

create index events_by_operator on events (operator_id, livemode, created_at, event_id);
-- To read on where a listener stopped, without reading the events of others.
create index events_to_read on events (operator_id, livemode, tx, event_id);

-- The data of an event as callers and receivers get it: with the plate instead of the vehicle's id.
-- The plate is null once the vehicle is erased.
create function shown_event_data(data jsonb, plate text) returns jsonb
language sql immutable parallel safe
return case when data ? 'vehicle_id'
  then (data - 'vehicle_id') || jsonb_build_object('vehicle_plate', plate) else data end;

-- `data` is as it is shown.
create function event_body(event_id text, type text, created_at timestamptz, data jsonb)
returns text
language sql stable parallel safe
return '{"id":' || to_json(event_id)::text || ',"type":' || to_json(type)::text
  || ',"created_at":"' || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  || '","data":' || data::text || '}';

-- Erasing a vehicle erases its plate from the bodies that were made, and what receivers answered to
-- them, because they may have repeated it.
create function forget_plate() returns trigger
language plpgsql as $$
begin
  update deliveries
  set attempts = (
      select coalesce(jsonb_agg(attempt - 'answer'), '[]')
      from jsonb_array_elements(attempts) as attempt)
  where event_id in (select event_id from event_bodies where vehicle_id = old.vehicle_id);
  delete from event_bodies where vehicle_id = old.vehicle_id;
  return null;
end $$;
create trigger vehicles_deleted after delete on vehicles
for each row execute function forget_plate();
create trigger vehicles_renamed after update of plate on vehicles
for each row when (old.plate <> new.plate) execute function forget_plate();
