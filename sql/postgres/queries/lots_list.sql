-- One page of an operator's lots, listed or not, newest first: an index range, read no further than
-- the page goes.
-- $1 operator_id
-- $2 livemode
-- $3 status  null: any
-- $4 is_listed  null: either
-- $5 ref  null: any
-- $6 created_after  null: any
-- $7 created_before  null: any
-- $8 after_us  when the last of the page before was created, in microseconds since 1970; null: the
--    first page
-- $9 after_id  of that lot
-- $10 row_limit
select
  lot_id, ref, name, slug, address, city, state, country, latitude, longitude, cell::text as cell,
  timezone, total_spaces, rate_id, rate_minor, rate_unit, currency, max_daily_minor, lot_type,
  features, ev_spaces, accessible_spaces, av_spaces, opening_hours, max_height_cm, website, osm_id,
  status, is_listed, hold_others_pct, hold_each_pct, entry_instructions, is_overnight_allowed,
  space_labels, updated_at, now() as now, price_rules, scheduled_rates,
  (extract(epoch from created_at) * 1000000)::bigint as created_us
from lots
where operator_id = $1
  and livemode = $2
  and deleted_at is null
  and ($3::text is null or status = $3)
  and ($4::boolean is null or is_listed = $4)
  and ($5::text is null or ref = $5)
  and ($6::timestamptz is null or created_at > $6)
  and ($7::timestamptz is null or created_at < $7)
  and ($8::bigint is null
    or (created_at, lot_id) < (timestamptz 'epoch' + $8 * interval '1 microsecond', $9::uuid))
order by created_at desc, lot_id desc
limit $10;
