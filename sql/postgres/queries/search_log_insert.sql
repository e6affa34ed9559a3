-- A batch of searches. What tells of a person goes into its own table, hashed, and only if the
-- search is less than 24 hours old, because it is kept no longer. Both parts are written at once or
-- not at all.
-- :rows is a JSON list.
with input as materialized (
  select
    nextval((select pg_get_serial_sequence('search_log', 'search_id'))::regclass) as search_id,
    given.*,
    hash_caller(secret, coalesce('key ' || key_id, 'network ' || network_of(ip))) as caller,
    hash_caller(secret, 'agent ' || operator_id || ' ' || agent_platform) as agent
  from caller_secret
  cross join json_to_recordset(:rows::json) as given (
    at timestamptz, livemode boolean, kind text, cell bigint, cell_latitude float8,
    cell_longitude float8, radius_m integer, agent_platform text, found_lot_count integer,
    available_lot_count integer, nearest_lot_m integer, city_id integer, city text, state text,
    country text, searched_on date, local_hour smallint, wanted_on date, key_id text,
    operator_id text, ip text, latitude float8, longitude float8)
),
logged as (
  insert into search_log (
    search_id, at, livemode, kind, cell, cell_latitude, cell_longitude, radius_m, agent_platform,
    found_lot_count, available_lot_count, nearest_lot_m, city_id, city, state, country, searched_on,
    local_hour, wanted_on)
  select
    search_id, at, livemode, kind, cell, cell_latitude, cell_longitude, radius_m, agent_platform,
    found_lot_count, available_lot_count, nearest_lot_m, city_id, city, state, country, searched_on,
    local_hour, wanted_on
  from input
)
insert into search_callers (search_id, at, caller, agent, latitude, longitude)
select search_id, at, caller, agent, latitude, longitude
from input
where at > now() - interval '24 hours' and caller is not null;
