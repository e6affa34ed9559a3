-- One page of an operator's lots, listed or not, newest first. The index range is read no further
-- than the page goes.
-- :status, :is_listed, :ref, :created_after and :created_before are null for any.
-- :after_us is when the last lot of the page before was created, in microseconds since 1970, and
-- null for the first page; :after_id is the id of that lot.
select
  lot_id, ref, name, slug, address, city, state, country, latitude, longitude, cell::text as cell,
  timezone, total_spaces, rate_id, rate_minor, rate_unit, currency, max_daily_minor,
  has_no_daily_max,
  billing_step_minutes, charge_text, is_capacity_estimated, area_m2, osm_tags, data_license,
  is_osm_export_allowed, lot_type,
  features, ev_spaces, accessible_spaces, av_spaces, opening_hours, max_height_cm, website, osm_id,
  duplicate_of, merged_into, status, is_listed, is_waiting, hold_others_pct, hold_each_pct,
  occupancy_thresholds, availability_shown, reports_inform_only, entry_instructions,
  is_overnight_allowed, space_labels, updated_at,
  now() as now, price_rules, scheduled_rates,
  (extract(epoch from created_at) * 1000000)::bigint as created_us
from lots
where operator_id = :operator_id
  and livemode = :livemode
  and deleted_at is null
  and (:status::text is null or status = :status)
  and (:is_listed::boolean is null or is_listed = :is_listed)
  and (:ref::text is null or ref = :ref)
  and (:created_after::timestamptz is null or created_at > :created_after)
  and (:created_before::timestamptz is null or created_at < :created_before)
  and (:after_us::bigint is null
    or (created_at, lot_id)
      < (timestamptz 'epoch' + :after_us * interval '1 microsecond', :after_id::uuid))
order by created_at desc, lot_id desc
limit :row_limit;
