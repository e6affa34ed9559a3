CREATE OR REPLACE FUNCTION public.great_circle_m(lat_a double precision, lng_a double precision, lat_b double precision, lng_b double precision)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((((2)::numeric * 6371007.180918475))::double precision * asin(LEAST((1)::double precision, sqrt(((sin((radians((lat_a - lat_b)) / (2)::double precision)) ^ (2)::double precision) + ((cos(radians(lat_a)) * cos(radians(lat_b))) * (sin((radians((lng_a - lng_b)) / (2)::double precision)) ^ (2)::double precision)))))))
;

CREATE OR REPLACE FUNCTION public.lot_snapshot(lot lots)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
RETURN ((to_jsonb(lot) - '{position,taken_spaces,entry_instructions,created_at,updated_at,deleted_at}'::text[]) || jsonb_build_object('cell', ((lot).cell)::text))
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

CREATE OR REPLACE FUNCTION public.notify_key_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('key_changed', '');
  return null;
end $function$
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
  revoked_at timestamp with time zone
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
  diff jsonb not null
);

create table drivers (
  driver_id bigint generated always as identity not null,
  livemode boolean not null,
  email text not null
);

create table events (
  event_id text not null,
  type text not null,
  livemode boolean not null,
  operator_id text not null,
  entity_id text not null,
  created_at timestamp with time zone default now() not null,
  data jsonb not null
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
  "position" point generated always as point(longitude, latitude) stored not null,
  cell bigint not null,
  timezone text not null,
  total_spaces integer not null,
  taken_spaces integer default 0 not null,
  rate_minor bigint,
  rate_unit text not null,
  currency text not null,
  max_daily_minor bigint,
  lot_type text not null,
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
  deleted_at timestamp with time zone
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
  space_count integer not null,
  posted_hourly bigint,
  posted_daily bigint,
  realised_hourly bigint,
  realised_daily bigint,
  observation_count integer not null,
  occupied_minutes bigint not null
);

create table marts.publication (
  is_only boolean default true not null,
  publication_id text not null,
  watermark_tx text not null,
  watermark_id bigint not null,
  as_of timestamp with time zone not null,
  published_at timestamp with time zone default now() not null
);

create table marts.search_percentiles (
  livemode boolean not null,
  country text not null,
  percentile integer not null,
  searches_per_space double precision not null
);

create table marts.searches_by_cell (
  livemode boolean not null,
  cell bigint not null,
  search_count bigint not null,
  latitude double precision not null,
  longitude double precision not null
);

create table migrations (
  name text not null,
  applied_at timestamp with time zone default now() not null
);

create table operators (
  operator_id text not null,
  name text not null,
  plan text not null,
  email text,
  created_at timestamp with time zone default now() not null
);

create table search_callers (
  search_id bigint not null,
  at timestamp with time zone default now() not null,
  key_id text,
  ip text,
  latitude double precision not null,
  longitude double precision not null
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
  nearest_lot_m integer
);

create table sessions (
  session_id text not null,
  session_code text not null,
  lot_id uuid not null,
  operator_id text not null,
  livemode boolean not null,
  vehicle_id bigint not null,
  driver_id bigint,
  key_id text,
  status text not null,
  source text not null,
  agent_platform text,
  agent_name text,
  fleet_id text,
  is_autonomous boolean default false not null,
  rate_minor bigint not null,
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
  created_at timestamp with time zone default now() not null
);

create table simulated_captures (
  payment_intent_id text not null,
  amount_minor bigint not null,
  currency text not null,
  captured_at timestamp with time zone default now() not null
);

create table usage (
  usage_id bigint generated always as identity not null,
  at timestamp with time zone default now() not null,
  operator_id text not null,
  key_id text not null,
  livemode boolean not null,
  endpoint text not null,
  cost_cents integer not null,
  request_id text not null,
  idempotency_key text
);

create table vehicles (
  vehicle_id bigint generated always as identity not null,
  livemode boolean not null,
  plate text not null,
  vin text
);

alter table api_keys add constraint api_keys_last4_check CHECK ((length(last4) = 4));

alter table api_keys add constraint api_keys_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(operator_id);

alter table api_keys add constraint api_keys_pkey PRIMARY KEY (key_id);

alter table api_keys add constraint api_keys_prefix_check CHECK ((prefix = ANY (ARRAY['pk_live_'::text, 'pk_test_'::text])));

alter table api_keys add constraint api_keys_secret_sha256_check CHECK ((length(secret_sha256) = 32));

alter table api_keys add constraint api_keys_secret_sha256_key UNIQUE (secret_sha256);

alter table api_keys add constraint api_keys_spend_cap_cents_check CHECK ((spend_cap_cents >= 0));

alter table audit_log add constraint audit_log_actor_type_check CHECK ((actor_type = ANY (ARRAY['key'::text, 'system'::text])));

alter table audit_log add constraint audit_log_pkey PRIMARY KEY (tx, audit_id);

alter table drivers add constraint drivers_by_email UNIQUE (livemode, email);

alter table drivers add constraint drivers_pkey PRIMARY KEY (driver_id);

alter table events add constraint events_pkey PRIMARY KEY (event_id);

alter table events add constraint events_type_check CHECK ((type = ANY (ARRAY['session.created'::text, 'session.ended'::text, 'session.extended'::text, 'payment.completed'::text, 'payment.failed'::text, 'lot.updated'::text, 'occupancy.changed'::text])));

alter table idempotency add constraint idempotency_idempotency_key_check CHECK (((length(idempotency_key) >= 1) AND (length(idempotency_key) <= 255)));

alter table idempotency add constraint idempotency_pkey PRIMARY KEY (key_id, operation, idempotency_key);

alter table lots add constraint lots_accessible_spaces_check CHECK ((accessible_spaces >= 0));

alter table lots add constraint lots_av_spaces_check CHECK ((av_spaces >= 0));

alter table lots add constraint lots_capacity CHECK (((taken_spaces >= 0) AND (taken_spaces <= total_spaces)));

alter table lots add constraint lots_country_check CHECK ((country ~ '^[A-Z]{2}$'::text));

alter table lots add constraint lots_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text));

alter table lots add constraint lots_ev_spaces_check CHECK ((ev_spaces >= 0));

alter table lots add constraint lots_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision)));

alter table lots add constraint lots_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision)));

alter table lots add constraint lots_lot_type_check CHECK ((lot_type = ANY (ARRAY['surface'::text, 'garage'::text, 'underground'::text, 'rooftop'::text, 'street'::text, 'carport'::text])));

alter table lots add constraint lots_max_daily_minor_check CHECK ((max_daily_minor >= 0));

alter table lots add constraint lots_max_height_cm_check CHECK ((max_height_cm > 0));

alter table lots add constraint lots_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200)));

alter table lots add constraint lots_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(operator_id);

alter table lots add constraint lots_pkey PRIMARY KEY (lot_id);

alter table lots add constraint lots_rate_minor_check CHECK ((rate_minor >= 0));

alter table lots add constraint lots_rate_unit_check CHECK ((rate_unit = ANY (ARRAY['hour'::text, 'day'::text])));

alter table lots add constraint lots_status_check CHECK ((status = ANY (ARRAY['active'::text, 'closed'::text])));

alter table lots add constraint lots_total_spaces_check CHECK (((total_spaces >= 0) AND (total_spaces <= 100000)));

alter table marts.market_rate_by_lot add constraint market_rate_by_lot_pkey PRIMARY KEY (lot_id);

alter table marts.publication add constraint publication_is_only_check CHECK (is_only);

alter table marts.publication add constraint publication_pkey PRIMARY KEY (is_only);

alter table marts.search_percentiles add constraint search_percentiles_percentile_check CHECK (((percentile >= 0) AND (percentile <= 100)));

alter table marts.search_percentiles add constraint search_percentiles_pkey PRIMARY KEY (livemode, country, percentile);

alter table marts.searches_by_cell add constraint searches_by_cell_pkey PRIMARY KEY (livemode, cell);

alter table migrations add constraint migrations_pkey PRIMARY KEY (name);

alter table operators add constraint operators_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200)));

alter table operators add constraint operators_pkey PRIMARY KEY (operator_id);

alter table operators add constraint operators_plan_check CHECK ((plan = ANY (ARRAY['free'::text, 'starter'::text, 'pro'::text, 'enterprise'::text])));

alter table search_callers add constraint search_callers_pkey PRIMARY KEY (search_id);

alter table search_log add constraint search_log_kind_check CHECK ((kind = ANY (ARRAY['search'::text, 'availability'::text, 'rates'::text])));

alter table search_log add constraint search_log_pkey PRIMARY KEY (tx, search_id);

alter table sessions add constraint sessions_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(driver_id);

alter table sessions add constraint sessions_ended CHECK (((status = 'active'::text) OR ((ended_at IS NOT NULL) AND (subtotal_minor IS NOT NULL) AND (platform_fee_minor IS NOT NULL))));

alter table sessions add constraint sessions_estimated_minor_check CHECK ((estimated_minor >= 0));

alter table sessions add constraint sessions_lot_id_fkey FOREIGN KEY (lot_id) REFERENCES lots(lot_id);

alter table sessions add constraint sessions_money CHECK (((platform_fee_minor >= 0) AND (platform_fee_minor <= subtotal_minor)));

alter table sessions add constraint sessions_pkey PRIMARY KEY (session_id);

alter table sessions add constraint sessions_rate_minor_check CHECK ((rate_minor >= 0));

alter table sessions add constraint sessions_rate_unit_check CHECK ((rate_unit = ANY (ARRAY['hour'::text, 'day'::text])));

alter table sessions add constraint sessions_source_check CHECK ((source = ANY (ARRAY['driver'::text, 'agent'::text, 'api'::text, 'fleet'::text, 'import'::text])));

alter table sessions add constraint sessions_status_check CHECK ((status = ANY (ARRAY['active'::text, 'ending'::text, 'completed'::text, 'expired'::text, 'payment_failed'::text])));

alter table sessions add constraint sessions_time CHECK (((expected_end >= started_at) AND (ended_at >= started_at)));

alter table sessions add constraint sessions_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES vehicles(vehicle_id);

alter table simulated_captures add constraint simulated_captures_amount_minor_check CHECK ((amount_minor >= 0));

alter table simulated_captures add constraint simulated_captures_pkey PRIMARY KEY (payment_intent_id);

alter table usage add constraint usage_cost_cents_check CHECK ((cost_cents >= 0));

alter table usage add constraint usage_pkey PRIMARY KEY (usage_id);

alter table vehicles add constraint vehicles_by_plate UNIQUE (livemode, plate);

alter table vehicles add constraint vehicles_pkey PRIMARY KEY (vehicle_id);

alter table vehicles add constraint vehicles_plate_check CHECK ((plate ~ '^[A-Z0-9]{2,12}$'::text));

CREATE INDEX api_keys_by_operator ON public.api_keys USING btree (operator_id);

CREATE INDEX audit_log_by_entity ON public.audit_log USING btree (entity_id);

CREATE INDEX events_by_entity ON public.events USING btree (entity_id);

CREATE INDEX idempotency_by_age ON public.idempotency USING btree (created_at);

CREATE INDEX lots_by_position ON public.lots USING gist ("position") WHERE ((deleted_at IS NULL) AND is_listed AND (status = 'active'::text));

CREATE UNIQUE INDEX lots_by_ref ON public.lots USING btree (operator_id, livemode, ref) WHERE (deleted_at IS NULL);

CREATE INDEX market_rate_by_lot_cell ON marts.market_rate_by_lot USING btree (livemode, cell);

CREATE INDEX search_callers_by_age ON public.search_callers USING btree (at);

CREATE INDEX sessions_by_operator_end ON public.sessions USING btree (operator_id, ended_at) WHERE (status = 'completed'::text);

CREATE UNIQUE INDEX sessions_imported ON public.sessions USING btree (lot_id, vehicle_id, started_at) WHERE (source = 'import'::text);

CREATE UNIQUE INDEX sessions_one_active ON public.sessions USING btree (lot_id, vehicle_id) WHERE (status = 'active'::text);

CREATE INDEX usage_by_key ON public.usage USING btree (key_id, at);

CREATE INDEX usage_by_operator ON public.usage USING btree (operator_id, at);

CREATE UNIQUE INDEX usage_charged_once ON public.usage USING btree (key_id, endpoint, idempotency_key) WHERE (idempotency_key IS NOT NULL);

CREATE TRIGGER api_keys_changed AFTER DELETE OR UPDATE OF scopes, fleet_id, agent_platform, rate_limits, spend_cap_cents, expires_at, revoked_at ON public.api_keys FOR EACH STATEMENT EXECUTE FUNCTION notify_key_changed();

CREATE TRIGGER audit_log_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER publication_changed AFTER INSERT OR DELETE OR UPDATE ON marts.publication FOR EACH STATEMENT EXECUTE FUNCTION marts.notify_published();

CREATE TRIGGER operators_changed AFTER DELETE OR UPDATE ON public.operators FOR EACH STATEMENT EXECUTE FUNCTION notify_key_changed();
