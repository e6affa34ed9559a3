-- Who may call, what is parked on, and every write that ever happened.
-- Money is in minor units (cents) of the row's currency. Cells are H3 indexes at resolution 9.

-- Metres along the sphere between two points in degrees: the haversine formula on H3's mean radius
-- (IUGG R1 of the authalic sphere), as src/great-circle.ts has it.
create function great_circle_m(
  lat_a double precision, lng_a double precision, lat_b double precision, lng_b double precision
) returns double precision language sql immutable parallel safe
return 2 * 6371007.180918475 * asin(least(1, sqrt(
  sin(radians(lat_a - lat_b) / 2) ^ 2
  + cos(radians(lat_a)) * cos(radians(lat_b)) * sin(radians(lng_a - lng_b) / 2) ^ 2)));

create table operators (
  operator_id text primary key,
  name text not null check (length(name) between 1 and 200),
  plan text not null check (plan in ('free', 'starter', 'pro', 'enterprise')),
  email text,
  created_at timestamptz not null default now()
);

create table api_keys (
  key_id text primary key,
  operator_id text not null references operators,
  name text not null,
  prefix text not null check (prefix in ('pk_live_', 'pk_test_')),
  last4 text not null check (length(last4) = 4),
  secret_sha256 bytea not null unique check (length(secret_sha256) = 32),
  livemode boolean not null,
  scopes text[] not null,
  fleet_id text,
  agent_platform text,
  rate_limits jsonb not null default '{}',
  spend_cap_cents bigint check (spend_cap_cents >= 0),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_by_operator on api_keys (operator_id);

-- API processes keep keys in memory; this tells them at once that one has changed.
create function notify_key_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('key_changed', '');
  return null;
end $$;
create trigger api_keys_changed
  after update of scopes, fleet_id, agent_platform, rate_limits, spend_cap_cents, expires_at,
    revoked_at or delete on api_keys
  for each statement execute function notify_key_changed();
create trigger operators_changed
  after update or delete on operators
  for each statement execute function notify_key_changed();

-- `taken_spaces` counts the spaces that active sessions hold; it lives in this row so that one
-- constraint is the last word on capacity. Room is left in each page for its updates.
-- `rate_minor` is null while no rate is posted: such a lot sells no stays and has no price to vote
-- with. `features` repeats as a tag what a count or the type says (covered, ev_charging,
-- accessible, av), so that one containment test answers any combination.
create table lots (
  lot_id uuid primary key,
  operator_id text not null references operators,
  livemode boolean not null,
  ref text,
  name text not null check (length(name) between 1 and 200),
  slug text not null,
  address text,
  city text,
  state text,
  country text check (country ~ '^[A-Z]{2}$'),
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  position point not null generated always as (point(longitude, latitude)) stored,
  cell bigint not null,
  timezone text not null,
  total_spaces integer not null check (total_spaces between 0 and 100000),
  taken_spaces integer not null default 0,
  rate_minor bigint check (rate_minor >= 0),
  rate_unit text not null check (rate_unit in ('hour', 'day')),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  max_daily_minor bigint check (max_daily_minor >= 0),
  lot_type text not null check (lot_type in
    ('surface', 'garage', 'underground', 'rooftop', 'street', 'carport')),
  features text[] not null default '{}',
  ev_spaces integer not null default 0 check (ev_spaces >= 0),
  accessible_spaces integer not null default 0 check (accessible_spaces >= 0),
  av_spaces integer not null default 0 check (av_spaces >= 0),
  opening_hours text,
  max_height_cm integer check (max_height_cm > 0),
  status text not null default 'active' check (status in ('active', 'closed')),
  is_listed boolean not null default true,
  entry_instructions jsonb,
  website text,
  osm_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint lots_capacity check (taken_spaces between 0 and total_spaces)
) with (fillfactor = 80);
create unique index lots_by_ref on lots (operator_id, livemode, ref) where deleted_at is null;
create index lots_by_position on lots using gist (position)
  where deleted_at is null and is_listed and status = 'active';

-- What an audit row says about a lot: all but its bookkeeping and what opens its gate. The cell is
-- text because JSON readers would round it.
create function lot_snapshot(lot lots) returns jsonb language sql stable
return to_jsonb(lot)
  - '{position,taken_spaces,entry_instructions,created_at,updated_at,deleted_at}'::text[]
  || jsonb_build_object('cell', lot.cell::text);

-- The only tables with plates, VINs and e-mail addresses; everything else holds their ids.
create table vehicles (
  vehicle_id bigint generated always as identity primary key,
  livemode boolean not null,
  plate text not null check (plate ~ '^[A-Z0-9]{2,12}$'),
  vin text,
  constraint vehicles_by_plate unique (livemode, plate)
);
create table drivers (
  driver_id bigint generated always as identity primary key,
  livemode boolean not null,
  email text not null,
  constraint drivers_by_email unique (livemode, email)
);

-- Operators and keys are named here, and in the tables below, without a foreign key: they are never
-- removed, each comes from a row read in the same call, and checking it would make every write of
-- an operator share a lock on that operator's one row.
create table sessions (
  session_id text primary key,
  session_code text not null,
  lot_id uuid not null references lots,
  operator_id text not null,
  livemode boolean not null,
  vehicle_id bigint not null references vehicles,
  driver_id bigint references drivers,
  key_id text,
  status text not null check (status in
    ('active', 'ending', 'completed', 'expired', 'payment_failed')),
  source text not null check (source in ('driver', 'agent', 'api', 'fleet', 'import')),
  agent_platform text,
  agent_name text,
  fleet_id text,
  is_autonomous boolean not null default false,
  rate_minor bigint not null check (rate_minor >= 0),
  rate_unit text not null check (rate_unit in ('hour', 'day')),
  currency text not null,
  max_daily_minor bigint,
  started_at timestamptz not null,
  expected_end timestamptz not null,
  ended_at timestamptz,
  extended_count integer not null default 0,
  estimated_minor bigint not null check (estimated_minor >= 0),
  subtotal_minor bigint,
  platform_fee_minor bigint,
  payment_intent_id text,
  metadata jsonb not null default '{}',
  created_at timestamptz not null default now(),
  constraint sessions_time check (expected_end >= started_at and ended_at >= started_at),
  constraint sessions_money check (platform_fee_minor between 0 and subtotal_minor),
  constraint sessions_ended check (status = 'active' or
    (ended_at is not null and subtotal_minor is not null and platform_fee_minor is not null))
) with (fillfactor = 80);
create unique index sessions_one_active on sessions (lot_id, vehicle_id) where status = 'active';
create unique index sessions_imported on sessions (lot_id, vehicle_id, started_at)
  where source = 'import';
create index sessions_by_operator_end on sessions (operator_id, ended_at)
  where status = 'completed';

-- Append-only. `tx` is what lets a reader know that nothing older can still appear below it.
create table audit_log (
  audit_id bigint generated always as identity,
  tx xid8 not null default pg_current_xact_id(),
  at timestamptz not null default now(),
  actor_type text not null check (actor_type in ('key', 'system')),
  actor_id text not null,
  agent_platform text,
  operator_id text,
  livemode boolean not null,
  action text not null,
  entity_id text not null,
  request_id text,
  diff jsonb not null,
  primary key (tx, audit_id)
);
create index audit_log_by_entity on audit_log (entity_id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % refused', tg_table_name, tg_op
    using errcode = 'restrict_violation';
end $$;
create trigger audit_log_is_append_only
  before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

create table events (
  event_id text primary key,
  type text not null check (type in ('session.created', 'session.ended', 'session.extended',
    'payment.completed', 'payment.failed', 'lot.updated', 'occupancy.changed')),
  livemode boolean not null,
  operator_id text not null,
  entity_id text not null,
  created_at timestamptz not null default now(),
  data jsonb not null
);
create index events_by_entity on events (entity_id);

create table idempotency (
  key_id text not null,
  operation text not null,
  idempotency_key text not null check (length(idempotency_key) between 1 and 255),
  body_sha256 bytea not null,
  status integer not null,
  response jsonb not null,
  created_at timestamptz not null default now(),
  constraint idempotency_pkey primary key (key_id, operation, idempotency_key)
);
create index idempotency_by_age on idempotency (created_at);

-- One row per answered search: who asked and where exactly is in search_callers, which is emptied
-- after 24 hours; the cell and its centre stay.
create table search_log (
  search_id bigint generated by default as identity,
  tx xid8 not null default pg_current_xact_id(),
  at timestamptz not null default now(),
  livemode boolean not null,
  kind text not null check (kind in ('search', 'availability', 'rates')),
  cell bigint not null,
  cell_latitude double precision not null,
  cell_longitude double precision not null,
  radius_m integer not null,
  agent_platform text,
  found_lot_count integer not null,
  available_lot_count integer not null,
  nearest_lot_m integer,
  primary key (tx, search_id)
);
create table search_callers (
  search_id bigint primary key,
  at timestamptz not null default now(),
  key_id text,
  ip text,
  latitude double precision not null,
  longitude double precision not null
);
create index search_callers_by_age on search_callers (at);

-- What a caller owes for priced answers. One charge per idempotency key when one was sent.
create table usage (
  usage_id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  operator_id text not null,
  key_id text not null,
  livemode boolean not null,
  endpoint text not null,
  cost_cents integer not null check (cost_cents >= 0),
  request_id text not null,
  idempotency_key text
);
create unique index usage_charged_once on usage (key_id, endpoint, idempotency_key)
  where idempotency_key is not null;
create index usage_by_operator on usage (operator_id, at);
create index usage_by_key on usage (key_id, at);

-- The simulated processor's ledger: an intent is captured once, however often it is asked.
create table simulated_captures (
  payment_intent_id text primary key,
  amount_minor bigint not null check (amount_minor >= 0),
  currency text not null,
  captured_at timestamptz not null default now()
);
