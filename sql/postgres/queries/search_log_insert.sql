-- A batch of searches. What tells of a person goes into its own tables, hashed, and only if the
-- search is less than 24 hours old, because it is kept no longer. All parts are written at once or
-- not at all.
-- The first :searches_counted_max searches of an operator (or without a key: of a network) in a
-- neighbourhood and quarter of an hour get their ordinal, whatever process writes them: counts are
-- raised one after another, in the order of their keys, so that batches do not wait in a circle.
-- :rows is a JSON list.
with input as materialized (
  select
    nextval((select pg_get_serial_sequence('search_log', 'search_id'))::regclass) as search_id,
    given.*,
    hash_caller(secret, coalesce('key ' || key_id, 'network ' || network_of(ip))) as caller,
    hash_caller(secret, 'agent ' || operator_id || ' ' || agent_platform) as agent,
    hash_caller(secret, 'operator ' || operator_id) as operator,
    at > now() - interval '24 hours' as is_recent
  from caller_secret
  cross join json_to_recordset(:rows::json) as given (
    at timestamptz, livemode boolean, kind text, cell bigint, cell_latitude float8,
    cell_longitude float8, radius_m integer, agent_platform text, found_lot_count integer,
    available_lot_count integer, nearest_lot_m integer, city_id integer, city text, state text,
    country text, searched_on date, local_hour smallint, wanted_on date, key_id text,
    operator_id text, ip text, latitude float8, longitude float8)
),
placed as materialized (
  select
    input.*,
    case when is_recent and caller is not null then
      hashtextextended(
        concat_ws(' ', coalesce(operator, caller), livemode, cell_parent(cell, 7),
          floor(extract(epoch from at) / 900)),
        0) end as searcher
  from input
),
-- A count that is high enough is not written again.
counted as (
  insert into searcher_counts as known (searcher, at, search_count)
  select searcher, max(at), count(*)
  from placed
  where searcher is not null
  group by searcher
  order by searcher
  on conflict (searcher) do update
    set search_count = known.search_count + excluded.search_count
    where known.search_count < :searches_counted_max::integer
  returning searcher, search_count
),
numbered as (
  select
    placed.*,
    search_count - count(*) over (partition by searcher)
      + row_number() over (partition by searcher order by at, search_id) as ordinal
  from placed left join counted using (searcher)
),
logged as (
  insert into search_log (
    search_id, at, livemode, kind, cell, cell_latitude, cell_longitude, radius_m, agent_platform,
    found_lot_count, available_lot_count, nearest_lot_m, city_id, city, state, country, searched_on,
    local_hour, wanted_on, operator_ordinal, network_ordinal)
  select
    search_id, at, livemode, kind, cell, cell_latitude, cell_longitude, radius_m, agent_platform,
    found_lot_count, available_lot_count, nearest_lot_m, city_id, city, state, country, searched_on,
    local_hour, wanted_on,
    case when operator_id is not null and ordinal <= :searches_counted_max then ordinal end,
    case when operator_id is null and ordinal <= :searches_counted_max then ordinal end
  from numbered
)
insert into search_callers (search_id, at, caller, agent, latitude, longitude)
select search_id, at, caller, agent, latitude, longitude
from input
where is_recent and caller is not null;
