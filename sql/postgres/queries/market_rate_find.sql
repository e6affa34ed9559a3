-- Everything a market rate is made of, for one circle and from one publication. Cells wholly inside
-- the circle are added up as they are; lots and searches of cells on the rim are taken one by one,
-- by great-circle distance. One row per currency; no row when there is no lot.
-- $1 livemode
-- $2 inside_cells
-- $3 rim_lows
-- $4 rim_highs
-- $5 latitude
-- $6 longitude
-- $7 radius_m
-- $8 operator_id  whose own lots are not competitors
with rim as materialized (
  select low, high from unnest($3::bigint[], $4::bigint[]) as ranges (low, high)
),
rim_lots as materialized (
  select lot.*
  from rim
  join marts.market_rate_by_lot as lot
    on lot.livemode = $1 and lot.cell between rim.low and rim.high
  where great_circle_m(lot.latitude, lot.longitude, $5, $6) <= $7::float8
),
parts as materialized (
  select
    country, currency, lot_count, space_count, posted_count, posted_hourly_sum, posted_hourly_min,
    posted_hourly_max, posted_daily_sum, best_hourly_count, best_hourly_sum, best_hourly_min,
    best_hourly_max, best_daily_count, best_daily_sum, contributor_ids, observation_count,
    occupied_minutes
  from marts.market_rate_by_cell
  where livemode = $1 and cell = any($2::bigint[])
  union all
  select
    country, currency, 1, space_count, num_nonnulls(posted_hourly), posted_hourly, posted_hourly,
    posted_hourly, posted_daily, num_nonnulls(best.hourly), best.hourly, best.hourly,
    best.hourly, num_nonnulls(best.daily), best.daily,
    case when realised_hourly is null then '{}'::text[] else array[operator_id] end,
    observation_count, occupied_minutes
  from rim_lots
  cross join lateral (
    select
      coalesce(realised_hourly, posted_hourly) as hourly,
      coalesce(realised_daily, posted_daily) as daily
  ) as best
),
by_currency as (
  select
    currency,
    sum(lot_count)::bigint as lot_count,
    sum(posted_count)::bigint as posted_count,
    sum(posted_hourly_sum)::bigint as posted_hourly_sum,
    min(posted_hourly_min) as posted_hourly_min,
    max(posted_hourly_max) as posted_hourly_max,
    sum(posted_daily_sum)::bigint as posted_daily_sum,
    sum(best_hourly_count)::bigint as best_hourly_count,
    sum(best_hourly_sum)::bigint as best_hourly_sum,
    min(best_hourly_min) as best_hourly_min,
    max(best_hourly_max) as best_hourly_max,
    sum(best_daily_count)::bigint as best_daily_count,
    sum(best_daily_sum)::bigint as best_daily_sum,
    sum(observation_count)::bigint as observation_count
  from parts
  group by currency
),
contributors as (
  select currency, count(distinct contributor_id)::integer as contributor_count
  from parts cross join unnest(contributor_ids) as contributor_id
  group by currency
),
place as (
  select
    sum(lot_count)::bigint as lot_count,
    sum(space_count)::bigint as space_count,
    sum(occupied_minutes)::bigint as occupied_minutes,
    (select country from parts group by country order by sum(lot_count) desc, country limit 1)
      as country
  from parts
),
own as (
  select
    coalesce((
      select sum(lot_count) from marts.operator_lots_by_cell
      where operator_id = $8 and livemode = $1 and cell = any($2::bigint[])), 0)
    + (select count(*) from rim_lots where operator_id = $8) as lot_count
),
searches as (
  select
    coalesce((
      select sum(search_count) from marts.searches_by_cell
      where livemode = $1 and cell = any($2::bigint[])), 0)
    + coalesce((
      select sum(search.search_count)
      from rim
      join marts.searches_by_cell as search
        on search.livemode = $1 and search.cell between rim.low and rim.high
      where great_circle_m(search.latitude, search.longitude, $5, $6) <= $7::float8), 0)
      as search_count
)
select
  by_currency.*,
  coalesce(contributors.contributor_count, 0) as contributor_count,
  place.lot_count::bigint as place_lot_count,
  place.space_count as place_space_count,
  place.occupied_minutes as place_occupied_minutes,
  (place.lot_count - own.lot_count)::bigint as competitor_count,
  coalesce((
    select max(percentile) from marts.search_percentiles
    where livemode = $1 and country = place.country
      and place.space_count > 0
      and searches_per_space <= searches.search_count / place.space_count::float8), 0)
    as search_percentile,
  publication.as_of
from by_currency
left join contributors using (currency)
cross join place
cross join own
cross join searches
cross join marts.publication
order by by_currency.lot_count desc, currency;
