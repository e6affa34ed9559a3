-- $1 searches between $2 and $3 days old, two of five by agents. A tenth of the agents' keys ask
-- almost half of their questions. Of those younger than 24 hours it is known who searched.
with drawn as materialized (
  select
    nextval(pg_get_serial_sequence('search_log', 'search_id')) as search_id,
    1 + floor(random() * (select count(*) from bench_places))::bigint as n,
    now() - ($2::float8 + random() * ($3::float8 - $2::float8)) * interval '1 day' as at,
    random() < 0.4 as is_agent,
    floor(random() ^ 3 * 200)::integer as key_number,
    floor(random() * 20000)::integer as address,
    (array['search', 'search', 'search', 'availability', 'rates'])[1 + floor(random() * 5)::integer]
      as agent_kind,
    case when random() < 0.2 then 0 else 3 end as available_lot_count,
    floor(random() * 14)::integer as days_ahead
  from generate_series(1, $1::integer)
),
placed as materialized (
  select *, case when is_agent then agent_kind else 'search' end as kind,
    case when is_agent
      then (array['chatgpt', 'claude', 'gemini', 'perplexity', 'copilot'])[1 + key_number % 5] end
      as agent_platform
  from drawn join bench_places using (n)
),
logged as (
  insert into search_log (
    search_id, at, livemode, kind, cell, cell_latitude, cell_longitude, radius_m, agent_platform,
    found_lot_count, available_lot_count, nearest_lot_m, city_id, city, state, country,
    searched_on, local_hour, wanted_on)
  select search_id, at, true, kind, cell, cell_latitude, cell_longitude, 1000, agent_platform,
    5, available_lot_count, 120,
    case when is_agent then city_id end, case when is_agent then city end,
    case when is_agent then state end, case when is_agent then country end,
    case when is_agent then (at at time zone timezone)::date end,
    case when is_agent then extract(hour from at at time zone timezone)::smallint end,
    case when is_agent then (at at time zone timezone)::date + days_ahead end
  from placed
)
insert into search_callers (search_id, at, caller, agent, latitude, longitude)
select search_id, at,
  hash_caller(secret, case when is_agent then 'key bench_' || key_number
    else 'network 10.' || address / 256 || '.' || address % 256 || '.0' end),
  case when is_agent
    then hash_caller(secret, 'agent op_bench' || key_number || ' ' || agent_platform) end,
  cell_latitude, cell_longitude
from placed cross join caller_secret
where at > now() - interval '24 hours'
