-- One row per lot and span of days (UTC) before the day of $as_of where batches after those of
-- $…_built change something. What happens on a day decides for five weeks whether the lot is
-- strong. All of it when the numbers are 0.
create or replace temp table stale_past as
with observed as (
  select least(
    (select min(started_at) from fct_session_starts),
    (select min(hour_at) from fct_occupancy_counts),
    (select min(changed_at) from fct_lot_changes)
  )::date as first_day
),
renewed as (
  select livemode, country, greatest(min(since_on), any_value(first_day)) as from_day
  from area_starts cross join observed
  where kind = 'use' and batch > $area_cells_built
  group by all
),
cut as (
  select lot_id, from_day, $as_of::timestamptz::date as to_day
  from fct_lot_changes join renewed
    on fct_lot_changes.livemode = renewed.livemode
      and coalesce(fct_lot_changes.country, 'ZZ') = renewed.country
),
changes as (
  select lot_id, day_of(changed_at) as from_day, $as_of::timestamptz::date as to_day
  from fct_lot_changes where batch > $audit_log_built
),
declared as (
  select distinct
    lot_id, day_of(declared_at) + 1 as from_day, $as_of::timestamptz::date as to_day
  from fct_lot_changes join fct_public_figures using (operator_id)
  where fct_public_figures.batch > $audit_log_built
),
starts as (
  select lot_id, day_of(started_at) as from_day, day_of(started_at) + 35 as to_day
  from fct_session_starts where batch > $audit_log_built
),
lasting as (
  select session_id, lot_id, started_at
  from fct_stays
  where batch > $audit_log_built and started_at < $built_as_of::timestamptz
    and day_of(ended_at) >= $built_as_of::timestamptz::date
),
-- They took their space on the days that were over at the last build, then and now.
open as (
  select session_id
  from fct_session_starts semi join lasting using (session_id, lot_id, started_at)
),
stays as (
  select
    lot_id, day_of(started_at) as from_day,
    greatest(day_of(ended_at), $built_as_of::timestamptz::date) as to_day
  from fct_stays anti join open using (session_id)
  where batch > $audit_log_built
),
payments as (
  select lot_id, day_of(ended_at) as from_day, from_day as to_day
  from fct_paid_stays where batch > $audit_log_built
),
refunds as (
  select lot_id, day_of(ended_at) as from_day, from_day as to_day
  from fct_refunds join fct_stays using (session_id)
  where fct_refunds.batch > $audit_log_built
),
counts as (
  select lot_id, day_of(hour_at) as from_day, day_of(hour_at) + 35 as to_day
  from fct_occupancy_counts where batch > $occupancy_counts_built
),
touched as (
  from cut union all from changes union all from declared union all from starts union all from stays
  union all from payments union all from refunds union all from counts
)
select
  lot_id, min(from_day) as from_day,
  least(max(to_day), $as_of::timestamptz::date - 1) as to_day
from touched
where from_day < $as_of::timestamptz::date and from_day <= to_day
-- Months are computed as a whole, so spans of the same months are one: there may be very many.
group by lot_id, date_trunc('month', from_day), date_trunc('month', to_day);
