-- Modes and dimensions in which the rollup of agents' queries does not add up to the facts.
with queries as (
  from fct_searches
  where agent_platform is not null and city_id is not null and is_counted(is_keyed, caller_ordinal)
),
by_world as (
  select livemode, count(*) as query_count from queries group by livemode
),
facts as (
  select
    livemode, query_count,
    unnest(['all', 'hour', 'platform', 'place', 'wanted_on']) as dimension
  from by_world
),
groups as (
  from agent_queries_by_group
),
rollup_rows as (
  select livemode, sum(query_count) as query_count, dimension from groups group by all
),
differing as (
  (from facts except from rollup_rows) union all (from rollup_rows except from facts)
)
select * from differing;
