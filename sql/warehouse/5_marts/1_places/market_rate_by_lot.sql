-- One row per listed active lot whose spaces were counted; writes those of stale_lots that differ
-- from the last build.
-- Realised rates are of the paid stays in the lot's present currency that ended from 30 days before
-- the date of $as_of up to and including the hour of $as_of.
-- Space-minutes are of the 168 whole hours before the hour of $as_of.
merge into market_rate_by_lot as mart
using (
  with changes as (
    from fct_lot_changes semi join stale_lots using (lot_id)
  ),
  stays as (
    from paid_stays_by_lot_hour semi join stale_lots using (lot_id)
    where hour_at between date_trunc('day', $as_of::timestamptz) - interval 30 days
      and date_trunc('hour', $as_of::timestamptz)
  ),
  kept as (
    select * exclude (is_gone, build)
    from market_rate_by_lot semi join stale_lots using (lot_id)
    where not is_gone
  ),
  latest as (
    from changes qualify row_number() over (partition by lot_id order by audit_id desc) = 1
  ),
  lots as (
    from latest
    where not is_deleted and is_listed and status = 'active' and space_count is not null
  ),
  paid as (
    select
      lot_id, currency, sum(stay_count) as stay_count, sum(paid_minutes) as paid_minutes,
      sum(revenue_minor) as revenue_minor, sum(day_count) as day_count,
      sum(day_revenue_minor) as day_revenue_minor
    from stays
    group by all
  ),
  rated as (
    select
      lot_id, livemode, operator_id, cell, latitude, longitude,
      coalesce(country, 'ZZ') as country,
      currency, space_count,
      if(rate_unit = 'hour', rate_minor, (rate_minor + 12) // 24) as posted_hourly,
      case
        when rate_unit = 'day' then rate_minor
        when rate_minor is not null then least(max_daily_minor, 24 * rate_minor)
      end as posted_daily,
      ((120 * revenue_minor + paid_minutes) // (2 * paid_minutes))::bigint as realised_hourly,
      if(day_count > 0, (2 * day_revenue_minor + day_count) // (2 * day_count), null)::bigint
        as realised_daily,
      coalesce(stay_count, 0)::integer as observation_count,
      ((occupied_seconds + 30) // 60)::bigint as occupied_minutes,
      (known_seconds // 60)::bigint as known_minutes,
      (measured_seconds // 60)::bigint as measured_minutes
    from lots
      join occupancy_by_lot using (lot_id)
      left join paid using (lot_id, currency)
  ),
  written as (
    select *, false as is_gone from (from rated except from kept)
    union all
    select *, true as is_gone from kept anti join rated using (lot_id)
  )
  -- In the order of the stored rows: changing them in any other takes fifty times as long.
  select written.*, $build::integer as build
  from written left join market_rate_by_lot as stored using (lot_id)
  order by stored.rowid
) as written
using (lot_id)
when matched then update by name
when not matched then insert by name;
