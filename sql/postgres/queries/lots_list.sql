-- One page of an operator's lots, listed or not, newest first. The index range is read no further
-- than the page goes.
-- :status, :is_listed, :ref, :created_after and :created_before are null for any; :lot_ids are the
-- only ones to choose from, null for all.
-- :after_us is when the last lot of the page before was created, in microseconds since 1970, and
-- null for the first page; :after_id is the id of that lot.
select
  :lot_matched_columns,
  :lot_described_columns,
  :lot_own_columns,
  lot_id, operator_id, rate_id, price_rules, scheduled_rates, is_listed, is_waiting, duplicate_of,
  merged_into, updated_at, now() as now, created_at,
  occupied_spaces(lots, now()) as occupied_spaces,
  (extract(epoch from created_at) * 1000000)::bigint as created_us
from lots
where operator_id = :operator_id
  and livemode = :livemode
  and deleted_at is null
  and (:status::text is null or status = :status)
  and (:is_listed::boolean is null or is_listed = :is_listed)
  and (:ref::text is null or ref = :ref)
  and (:lot_ids::uuid[] is null or lot_id = any(:lot_ids))
  and (:created_after::timestamptz is null or created_at > :created_after)
  and (:created_before::timestamptz is null or created_at < :created_before)
  and (:after_us::bigint is null
    or (created_at, lot_id)
      < (timestamptz 'epoch' + :after_us * interval '1 microsecond', :after_id::uuid))
order by created_at desc, lot_id desc
limit :row_limit;
