-- One row per lot and span of days (UTC), from from_day until before until_day, in which the same
-- was known of it: as it was at the end of each day. Before its first version a lot was where it
-- was then, with these spaces, and nothing was posted. A possible duplicate of another lot counts
-- as not listed. A lot that is removed stays, so that what happened there cannot be subtracted.
-- None where no day is stale.
create or replace temp table lot_versions as
with changes as (
  select
    lot_id, audit_id, livemode,
    max(coalesce(day_of(changed_at), date '1970-01-01')) over lot as from_day,
    last_value(if(is_deleted, null, struct_pack(
      operator_id, place := cell, country := coalesce(country, 'ZZ'), space_count, currency,
      list_hourly := coalesce(tariff_hour_minor, list_price(
        60, rate_minor, rate_unit, coalesce(billing_step_minutes, 1), max_daily_minor))::bigint
    )) ignore nulls) over lot as lot,
    not is_deleted and is_listed and status = 'active' and is_counted as is_listed
  from fct_lot_changes
  where $built_as_of::timestamptz::date < $as_of::timestamptz::date
    or livemode in (
      select livemode from fct_lot_changes semi join stale_past using (lot_id)
      union all
      select livemode from stale_search_days
    )
  window lot as (partition by lot_id order by audit_id)
),
known as (
  from changes
  qualify row_number() over (partition by lot_id, from_day order by audit_id desc) = 1
  union all
  select lot_id, audit_id, livemode, date '0001-01-01' as from_day, lot, false as is_listed
  from changes
  qualify row_number() over (partition by lot_id order by audit_id) = 1
),
versions as (
  select
    lot_id, livemode, from_day, coalesce(is_listed, false) as is_listed, unnest(lot),
    lead(from_day, 1, date '9999-12-31') over (partition by lot_id order by from_day) as until_day
  from known
  where lot is not null
)
select * from versions;
