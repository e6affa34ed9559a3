-- One page of a caller's holds, newest first: those on its operator's lots and those its operator
-- placed on others' (two index ranges, each read no further than the page goes), for a fleet key
-- only its fleet's.
-- $1 livemode
-- $2 operator_id
-- $3 fleet_id  null: the key is not bound to a fleet
-- $4 status  as of now; null: any
-- $5 lot_id  null: any
-- $6 created_after  null: any
-- $7 created_before  null: any
-- $8 after_created_at  of the last hold of the page before; null: the first page
-- $9 after_hold_id
-- $10 row_limit
with on_own_lots as (
  select hold_id, created_at
  from holds
  where operator_id = $2
    and livemode = $1
    and ($3::text is null or fleet_id = $3 and creator_operator_id = $2)
    and ($4::text is null or $4 = case
      when status = 'held' and expires_at <= clock_timestamp() then 'expired' else status end)
    and ($5::uuid is null or lot_id = $5)
    and ($6::timestamptz is null or created_at > $6)
    and ($7::timestamptz is null or created_at < $7)
    and ($8::timestamptz is null or (created_at, hold_id) < ($8, $9::text))
  order by created_at desc, hold_id desc
  limit $10
),
on_others_lots as (
  select hold_id, created_at
  from holds
  where creator_operator_id = $2
    and creator_operator_id <> operator_id
    and livemode = $1
    and ($3::text is null or fleet_id = $3)
    and ($4::text is null or $4 = case
      when status = 'held' and expires_at <= clock_timestamp() then 'expired' else status end)
    and ($5::uuid is null or lot_id = $5)
    and ($6::timestamptz is null or created_at > $6)
    and ($7::timestamptz is null or created_at < $7)
    and ($8::timestamptz is null or (created_at, hold_id) < ($8, $9::text))
  order by created_at desc, hold_id desc
  limit $10
),
page as (
  select * from on_own_lots
  union all
  select * from on_others_lots
  order by created_at desc, hold_id desc
  limit $10
)
-- `offset 0` has each looked up by its key: the view, which asks the clock, is else read whole.
select hold.*
from page
cross join lateral (
  select * from hold_details where hold_details.hold_id = page.hold_id offset 0
) as hold
order by page.created_at desc, page.hold_id desc;
