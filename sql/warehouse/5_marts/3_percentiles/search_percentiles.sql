-- One row per world, country and percentile; writes those that differ from the last build. An area
-- belongs to the country of most of its lots; what is in no finer area is not compared.
-- Nothing is written while nothing of it is stale.
merge into search_percentiles as mart
using (
  with areas_told as (
    select livemode, cell, searchers_per_million
    from search_areas
    where not is_gone and cell > 0 and searchers_per_million is not null
  ),
  lots as (
    select livemode, cell_parent(cell, 8) as place, country
    from market_rate_by_lot
    where not is_gone
  ),
  kept as (
    select * exclude (is_gone, build)
    from search_percentiles
    where not is_gone and (select is_searched or is_lotted from stale_searches)
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
      quantile_disc(searchers_per_million, [rank / 100 for rank in range(101)]) as ranks
    from areas_told join countries using (livemode, cell)
    group by all
    having count(*) filter (searchers_per_million > 0) >= 20
  ),
  percentiles as (
    select
      livemode, country,
      (generate_subscripts(ranks, 1) - 1)::integer as percentile,
      unnest(ranks)::bigint as searchers_per_million
    from ranked
  ),
  written as (
    select *, false as is_gone from (from percentiles except from kept)
    union all
    select *, true as is_gone from kept anti join percentiles using (livemode, country, percentile)
  )
  select *, $build::integer as build from written
) as written
using (livemode, country, percentile)
when matched then update by name
when not matched then insert by name;
