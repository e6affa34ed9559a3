-- One row per mode, country and percentile. An area belongs to the country of most of its lots;
-- what is in no finer area is not compared. None while nothing of it is stale.
-- key: livemode, country, percentile
-- stale: (select is_searched or is_lotted from stale_searches)
with areas_told as (
  select livemode, cell, searcher_count
  from search_areas
  where not is_gone and cell > 0 and searcher_count is not null
),
lots as (
  select livemode, cell_parent(cell, 8) as place, country
  from market_rate_by_lot
  where not is_gone and is_counted
),
lot_counts as (
  select livemode, search_places.cell, country, count(*) as lot_count
  from lots join search_places using (livemode, place)
  group by all
),
countries as (
  select livemode, cell, first(country order by lot_count desc, country) as country
  from lot_counts
  group by all
),
ranked as (
  select
    livemode, country,
    quantile_disc(searcher_count, [rank / 100 for rank in range(101)]) as ranks
  from areas_told join countries using (livemode, cell)
  group by all
  having count(*) filter (searcher_count > 0) >= 20
)
select
  livemode, country,
  (generate_subscripts(ranks, 1) - 1)::integer as percentile,
  unnest(ranks)::bigint as searcher_count
from ranked;
