-- What agents ask, where, and whether a stay or a hold follows.

-- The city of an agent's query, from the gazetteer, when it was written. searched_on and local_hour
-- are the date and hour there; wanted_on is the date there for which parking was wanted. All are
-- null for a query of no agent, and far from all cities.
alter table search_log
  add column city_id integer,
  add column city text,
  add column state text,
  add column country text,
  add column searched_on date,
  add column local_hour smallint,
  add column wanted_on date,
  add constraint search_log_city check (
    (city_id is null) = (city is null) and (city_id is null) = (country is null)
      and (city_id is null) = (searched_on is null) and (city_id is null) = (local_hour is null)
      and (city_id is null) = (wanted_on is null) and (city_id is not null or state is null)
  ) not valid,
  add constraint search_log_local_hour check (local_hour between 0 and 23) not valid;
alter table search_log validate constraint search_log_city;
alter table search_log validate constraint search_log_local_hour;

-- Makes who searched unreadable: without it, all addresses and keys could be tried.
create table caller_secret (
  is_only boolean primary key default true check (is_only),
  secret bytea not null check (length(secret) = 32)
);
insert into caller_secret (secret)
values (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
  || uuid_send(gen_random_uuid())));

-- Of a key, a network or an agent; 128 bits.
create function hash_caller(secret bytea, who text) returns uuid
language sql immutable parallel safe
return encode(substr(sha256(secret || convert_to(who, 'UTF8')), 1, 16), 'hex')::uuid;

-- An IPv6 caller has a whole /64, so that is what is counted. Null for what is no address.
create function network_of(ip text) returns text
language sql stable parallel safe
return case when pg_input_is_valid(ip, 'inet')
  then network(set_masklen(ip::inet, case family(ip::inet) when 6 then 64 else 32 end))::text end;

-- caller is a key or, without one, a network; agent is the operator and the platform of an agent's
-- query, so that an agent may search with one key and book with another. Both are hashes.
alter table search_callers
  add column tx xid8,
  add column caller uuid,
  add column agent uuid;
update search_callers
set
  tx = search_log.tx,
  caller = hash_caller(secret, coalesce('key ' || key_id, 'network ' || network_of(ip)))
from search_log, caller_secret
where search_log.search_id = search_callers.search_id
  and search_log.at >= (select min(at) - interval '1 hour' from search_callers);
delete from search_callers where caller is null;
alter table search_callers
  drop column key_id,
  drop column ip,
  alter column tx set default pg_current_xact_id(),
  alter column tx set not null,
  alter column caller set not null;
create index search_callers_agents on search_callers (agent, at) where agent is not null;
create index search_callers_of_agents on search_callers (caller, at) where agent is not null;

-- How far each reader of an append-only table has got.
create table reading_positions (
  reader text primary key,
  tx xid8 not null,
  id bigint not null
);
-- Who searched is known from now on; what lots there are, from the first audit row.
insert into reading_positions (reader, tx, id) values
  ('conversions', pg_current_xact_id(), 0),
  ('search_crowds', pg_current_xact_id(), 0),
  ('cell_cities', '0', 0);

-- One row per stay or hold that follows an agent's search: the city and the date of that search. A
-- stay that redeems a hold has no row of its own.
create table conversions (
  conversion_id bigint generated always as identity,
  tx xid8 not null default pg_current_xact_id(),
  booking_id text not null unique,
  livemode boolean not null,
  city_id integer not null,
  searched_on date not null,
  primary key (tx, conversion_id)
);
create trigger conversions_is_append_only before update or delete or truncate on conversions
for each statement execute function refuse_change();

-- One row per group of searches in which three callers searched on one day, the most that is kept
-- of how many there were. Groups of all searches, by UTC day: an H3 cell of resolution 5 to 9
-- (`cell`). Groups of agents' queries in a city, by its local day: a platform, an H3 cell of
-- resolution 8 (`place`), a date for which parking was wanted (`wanted_on`).
create table search_crowds (
  crowd_id bigint generated always as identity,
  tx xid8 not null default pg_current_xact_id(),
  crowd bigint not null unique,
  livemode boolean not null,
  on_day date not null,
  dimension text not null check (dimension in ('cell', 'platform', 'place', 'wanted_on')),
  city_id integer,
  label text not null,
  check ((city_id is null) = (dimension = 'cell')),
  primary key (tx, crowd_id)
);
create trigger search_crowds_is_append_only before update or delete or truncate on search_crowds
for each statement execute function refuse_change();

-- The callers of groups that are no crowd yet, for 24 hours. crowd is a hash of the group.
create table crowd_members (
  crowd bigint not null,
  caller uuid not null,
  at timestamptz not null,
  primary key (crowd, caller)
);
create index crowd_members_by_age on crowd_members (at);

-- The city of each H3 cell of resolution 9 that has or had a lot; null: far from all cities.
create table cell_cities (
  cell_city_id bigint generated always as identity,
  tx xid8 not null default pg_current_xact_id(),
  cell bigint not null unique,
  city_id integer,
  primary key (tx, cell_city_id)
);
create trigger cell_cities_is_append_only before update or delete or truncate on cell_cities
for each statement execute function refuse_change();

-- Published by the pipelines.
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
  has_crowd boolean not null,
  primary key (livemode, city_id, on_day, dimension, label)
);
create table marts.lots_by_city (
  livemode boolean not null,
  city_id integer not null,
  lot_count integer not null,
  primary key (livemode, city_id)
);
