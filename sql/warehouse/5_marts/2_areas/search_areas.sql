-- One row per mode and area of searches; none while nothing is stale. While only lots are stale,
-- searches are those of the last build.
-- key: livemode, cell
-- stale: (select is_searched or is_lotted from stale_searches)
with stored as (
  from search_areas where not is_gone
),
spaces as (
  select livemode, cell, sum(space_count)::bigint as space_count from search_places group by all
),
hours as (
  from searched_hours join search_places using (livemode, place)
  where day >= $as_of::timestamptz::date - 7
),
told as (
  select
    livemode, cell,
    two_digits(sum(search_count)::bigint) as search_count,
    two_digits(sum(unmet_count)::bigint) as unmet_count,
    two_digits(sum(agent_count)::bigint) as agent_count
  from hours semi join told_searches using (livemode, cell, day)
  group by all
),
-- What is in no finer area has a row only if it is disclosed.
own_areas as (
  select livemode, cell from fct_area_cells where kind = 'searches'
  union
  select livemode, cell from told where cell = 0
  union
  select livemode, cell
  from stored
  where cell = 0 and (select not is_searched from stale_searches)
),
of_places as (
  select
    livemode, cell, day, place,
    sum(operator_count) + least(sum(network_count), sum(operator_count)) as searcher_count
  from hours
  group by all
),
of_days as (
  select livemode, cell, day, max(searcher_count) as searcher_count from of_places group by all
),
searchers as (
  select livemode, cell, two_digits(sum(searcher_count)::bigint) as searcher_count
  from of_days
  group by all
),
counted as (
  select
    own_areas.*, search_count, unmet_count, agent_count,
    if(search_count is null, null, searcher_count) as searcher_count
  from own_areas
    left join told using (livemode, cell)
    left join searchers using (livemode, cell)
  where (select is_searched from stale_searches)
  union all
  select own_areas.*, search_count, unmet_count, agent_count, searcher_count
  from own_areas left join stored using (livemode, cell)
  where (select is_lotted and not is_searched from stale_searches)
)
select
  counted.*,
  per_million(search_count, nullif(space_count, 0)) as searches_per_million
from counted left join spaces using (livemode, cell);
