-- A batch of searches. What tells of a person goes into its own tables, hashed, and only if the
-- search is less than 24 hours old, because it is kept no longer. All parts are written at once or
-- not at all. A caller is an operator or, without a key, a network. Its first :searches_surging_max
-- searches in a neighbourhood and quarter of an hour get their ordinal, and so do its first
-- :searches_counted_max in a place and day (UTC), whatever process writes them: counts are raised
-- one after another, in the order of their keys, so that batches do not wait in a circle. Of what
-- is older than 24 hours no count is kept, so such searches are counted within their batch.
-- :rows is a JSON list; claimed_platform is one that an agent's key is not registered for.
-- Keeps its plan.
with input as materialized (
  select
    nextval((select pg_get_serial_sequence('search_log', 'search_id'))::regclass) as search_id,
    given.*,
    hash_caller(secret, coalesce('operator ' || operator_id, 'network ' || network_of(ip)))
      as caller,
    hash_caller(
      secret, 'agent ' || operator_id || ' ' || coalesce(claimed_platform, agent_platform)
    ) as agent,
    case when agent_platform is not null then hash_caller(secret, 'key ' || key_id) end as key,
    at > now() - interval '24 hours' as is_recent
  from caller_secret
  cross join json_to_recordset(:rows::json) as given (
    at timestamptz, livemode boolean, kind text, cell bigint, cell_latitude float8,
    cell_longitude float8, radius_m integer, agent_platform text, claimed_platform text,
    found_lot_count integer, available_lot_count integer, nearest_lot_m integer, city_id integer,
    city text, state text, country text, searched_on date, local_hour smallint, wanted_on date,
    key_id text, operator_id text, ip text, latitude float8, longitude float8)
),
placed as materialized (
  select
    input.*,
    case when is_recent then
      hashtextextended(
        concat_ws(' ', caller, livemode, cell_parent(cell, 7), floor(extract(epoch from at) / 900)),
        0) end as searcher,
    hashtextextended(
      concat_ws(
        ' ', caller, livemode, cell_parent(cell, 8), 'on', (at at time zone 'UTC')::date),
      0) as visitor
  from input
  where caller is not null
),
-- A count that is high enough is not written again.
counted as (
  insert into searcher_counts as known (searcher, at, search_count)
  select searcher, max(at), count(*)
  from (
    select searcher, at from placed where is_recent
    union all
    select visitor, at from placed where is_recent
  ) as both_kinds
  group by searcher
  order by searcher
  on conflict (searcher) do update
    set search_count = known.search_count + excluded.search_count
    where known.search_count < :searches_counted_max::integer
  returning searcher, search_count
),
numbered as (
  select
    search_id,
    surging.search_count - count(*) over (partition by placed.searcher)
      + row_number() over (partition by placed.searcher order by at, search_id) as ordinal,
    case when is_recent then visiting.search_count - count(*) over (partition by visitor) else 0 end
      + row_number() over (partition by visitor order by at, search_id) as caller_ordinal
  from placed
  left join counted as surging on surging.searcher = placed.searcher
  left join counted as visiting on visiting.searcher = visitor
),
logged as (
  insert into search_log (
    search_id, at, livemode, kind, cell, cell_latitude, cell_longitude, radius_m, agent_platform,
    found_lot_count, available_lot_count, nearest_lot_m, city_id, city, state, country, searched_on,
    local_hour, wanted_on, operator_ordinal, network_ordinal, caller_ordinal, is_keyed)
  select
    search_id, at, livemode, kind, cell, cell_latitude, cell_longitude, radius_m, agent_platform,
    found_lot_count, available_lot_count, nearest_lot_m, city_id, city, state, country, searched_on,
    local_hour, wanted_on,
    case when operator_id is not null and ordinal <= :searches_surging_max then ordinal end,
    case when operator_id is null and ordinal <= :searches_surging_max then ordinal end,
    case when caller_ordinal <= :searches_counted_max then caller_ordinal end,
    operator_id is not null
  from input left join numbered using (search_id)
)
insert into search_callers (search_id, at, caller, agent, key, latitude, longitude)
select search_id, at, caller, agent, key, latitude, longitude
from input
where is_recent and caller is not null;
