-- One row per world and cell of resolution 5 to 9; writes those of stale_hexes that differ from the
-- last build. A cell has what its children have together, its rate apart, which is computed from
-- its lots.
merge into hexes as mart
using (
  with rated_lots as (
    select * replace (cell_parent(cell, resolution) as cell)
    from market_rate_by_lot cross join range(5, 10) as resolutions (resolution)
    where not is_gone
  ),
  lots as (
    from rated_lots semi join stale_hexes using (livemode, cell)
  ),
  searches as (
    select
      livemode, cell_parent(cell, resolution) as cell, search_count, unmet_count, agent_count
    from searches_by_cell_hour cross join range(5, 10) as resolutions (resolution)
    where hour_at >= date_trunc('hour', $as_of::timestamptz) - interval 168 hours
  ),
  crowds as (
    select distinct livemode, label::bigint as cell, true as has_crowd
    from fct_search_crowds
    where dimension = 'cell' and on_day > $as_of::timestamptz::date - 7
  ),
  kept as (
    select * exclude (is_gone, build)
    from hexes semi join stale_hexes using (livemode, cell)
    where not is_gone
  ),
  parked as (
    select
      livemode, cell,
      count(*)::integer as lot_count,
      sum(space_count)::bigint as space_count,
      sum(occupied_minutes)::bigint as occupied_minutes,
      sum(known_minutes)::bigint as known_minutes,
      sum(measured_minutes)::bigint as measured_minutes
    from lots
    group by all
  ),
  countries as (
    select livemode, cell, first(country order by lot_count desc, country) as country
    from (
      select livemode, cell, country, count(*) as lot_count
      from lots
      group by all
    )
    group by all
  ),
  currencies as (
    select
      livemode, cell, currency,
      count(*) as lot_count,
      count(distinct operator_id) filter (realised_hourly is not null) >= 3 as is_realised,
      count(coalesce(realised_hourly, posted_hourly))::integer as best_count,
      sum(coalesce(realised_hourly, posted_hourly)) as best_sum,
      count(posted_hourly)::integer as posted_count,
      sum(posted_hourly) as posted_sum
    from lots
    group by all
  ),
  rated as (
    select
      livemode, cell, currency, is_realised,
      if(is_realised, best_count, posted_count) as rated_lot_count,
      ((2 * if(is_realised, best_sum, posted_sum) + rated_lot_count) // (2 * rated_lot_count))
        ::bigint as rate_hourly
    from currencies
    qualify row_number() over (
      partition by livemode, cell
      order by rated_lot_count > 0 desc, lot_count desc, currency
    ) = 1
  ),
  searched as (
    select
      livemode, cell,
      sum(search_count)::bigint as search_count,
      sum(unmet_count)::bigint as unmet_count,
      sum(agent_count)::bigint as agent_count
    from searches semi join stale_hexes using (livemode, cell)
    group by all
  ),
  filled as (
    select
      livemode, cell,
      coalesce(lot_count, 0) as lot_count, coalesce(space_count, 0) as space_count,
      country, currency,
      coalesce(rated_lot_count, 0) as rated_lot_count, rate_hourly,
      coalesce(is_realised, false) as is_realised,
      coalesce(occupied_minutes, 0) as occupied_minutes,
      coalesce(known_minutes, 0) as known_minutes,
      coalesce(measured_minutes, 0) as measured_minutes,
      coalesce(search_count, 0) as search_count, coalesce(unmet_count, 0) as unmet_count,
      coalesce(agent_count, 0) as agent_count,
      coalesce(has_crowd, false) as has_crowd
    from parked
      full join searched using (livemode, cell)
      left join countries using (livemode, cell)
      left join rated using (livemode, cell)
      left join crowds using (livemode, cell)
  ),
  written as (
    select *, false as is_gone from (from filled except from kept)
    union all
    select *, true as is_gone from kept anti join filled using (livemode, cell)
  )
  -- In the order of the stored rows: changing them in any other takes fifty times as long.
  select written.*, $build::integer as build
  from written left join hexes as stored using (livemode, cell)
  order by stored.rowid
) as written
using (livemode, cell)
when matched then update by name
when not matched then insert by name;
