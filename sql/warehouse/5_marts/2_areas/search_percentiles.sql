-- One row per world, country and percentile; writes those that differ from the last build. A cell
-- belongs to the country of most of its lots. A cell without searches counts as 0.
merge into search_percentiles as mart
using (
  with lots as (
    select livemode, cell_parent(cell, 7) as cell, country, space_count
    from market_rate_by_lot
    where not is_gone
  ),
  searches as (
    select livemode, cell_parent(cell, 7) as cell, search_count
    from searches_by_cell
    where not is_gone
  ),
  kept as (
    select * exclude (is_gone, build) from search_percentiles where not is_gone
  ),
  countries as (
    select livemode, cell, country, count(*) as lot_count, sum(space_count) as space_count
    from lots
    group by all
  ),
  cells as (
    select
      livemode, cell,
      first(country order by lot_count desc, country) as country,
      greatest(sum(space_count), 1) as space_count
    from countries
    group by all
  ),
  searched as (
    select livemode, cell, sum(search_count) as search_count from searches group by all
  ),
  figures as (
    select livemode, country, coalesce(search_count, 0) / space_count as searches_per_space
    from cells left join searched using (livemode, cell)
  ),
  ranked as (
    select
      livemode, country,
      quantile_disc(searches_per_space, [rank / 100 for rank in range(101)]) as ranks
    from figures
    group by all
  ),
  percentiles as (
    select
      livemode, country,
      (generate_subscripts(ranks, 1) - 1)::integer as percentile,
      unnest(ranks)::double as searches_per_space
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
