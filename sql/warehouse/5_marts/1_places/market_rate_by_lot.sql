-- One row per listed active lot of stale_lots.
-- Paid stays are those in the lot's present currency that ended from 30 days before the date of
-- $as_of up to and including the hour of $as_of.
-- Space-minutes are of the 168 whole hours before the hour of $as_of.
-- key: lot_id
-- stale: lot_id in (from stale_lots)
with changes as (
  from fct_lot_changes semi join stale_lots using (lot_id)
),
stays as (
  from paid_stays_by_lot_hour semi join stale_lots using (lot_id)
  where hour_at between date_trunc('day', $as_of::timestamptz) - interval 30 days
    and date_trunc('hour', $as_of::timestamptz)
),
latest as (
  from changes qualify row_number() over (partition by lot_id order by audit_id desc) = 1
),
lots as (
  from latest
  where not is_deleted and is_listed and status = 'active'
),
paid as (
  select
    lot_id, currency, sum(stay_count) as stay_count, sum(paid_minutes) as paid_minutes,
    sum(revenue_minor) as revenue_minor
  from stays
  group by all
),
-- A stay ends before its lot closes, unless vehicles may stay overnight.
opened as (
  select
    lots.*,
    coalesce(if(is_overnight_allowed, 1_440, open_minutes), 1_440)::integer as day_minutes
  from lots left join fct_ordinary_days using (opening_hours)
)
select
  lot_id, livemode, operator_id, cell, latitude, longitude,
  coalesce(country, 'ZZ') as country,
  currency, space_count,
  case
    when rate_minor is null then tariff_hour_minor
    when rate_unit = 'hour' then rate_minor
    else (rate_minor + 12) // 24
  end as posted_hourly,
  case
    when rate_minor is null then tariff_day_minor
    when rate_unit = 'day' then rate_minor
    else least(max_daily_minor, 24 * rate_minor)
  end as posted_daily,
  coalesce(stay_count, 0)::integer as observation_count,
  coalesce((occupied_seconds + 30) // 60, 0)::bigint as occupied_minutes,
  coalesce(known_seconds // 60, 0)::bigint as known_minutes,
  coalesce(
    tariff_hour_minor,
    list_price(60, rate_minor, rate_unit, coalesce(billing_step_minutes, 1), max_daily_minor)
  )::bigint as list_hourly,
  -- A maximum that nobody told is not known.
  case
    when rate_minor is null then tariff_day_minor
    when day_minutes > 0 and (
      rate_unit = 'day' or max_daily_minor is not null or has_no_daily_max or rate_minor = 0)
    then list_price(
      day_minutes, rate_minor, rate_unit, coalesce(billing_step_minutes, 1), max_daily_minor)
  end::bigint as list_daily,
  coalesce(
    tariff,
    if(rate_minor is null, null, to_json(struct_pack(
      rate_minor, rate_unit, billing_step_minutes := coalesce(billing_step_minutes, 1),
      max_daily_minor, has_no_daily_max := coalesce(has_no_daily_max, false)))::varchar)
  ) as terms,
  coalesce(revenue_minor, 0)::bigint as revenue_minor,
  coalesce(paid_minutes, 0)::bigint as paid_minutes,
  coalesce(is_public, false) as is_public,
  is_counted
from opened
  join occupancy_by_lot using (lot_id)
  left join public_operators using (operator_id)
  left join paid using (lot_id, currency);
