-- One page of a caller's sessions, newest first: those on its operator's lots and those its
-- operator created on others' (two index ranges, each read no further than the page goes), for a
-- fleet key only its fleet's.
-- $1 livemode
-- $2 operator_id
-- $3 fleet_ids  all of which the session's must be: the key's, the request's
-- $4 statuses  null: any
-- $5 lot_id  null: any
-- $6 created_after  null: any
-- $7 created_before  null: any
-- $8 after_us  when the last of the page before was created, in microseconds since 1970; null: the
--    first page
-- $9 after_id  of that session
-- $10 row_limit
-- $11 is_fleet_key
with on_own_lots as (
  select session_id, created_at
  from sessions
  where operator_id = $2
    and livemode = $1
    and (not $11::boolean or creator_operator_id = $2)
    and fleet_id = all($3::text[])
    and ($4::text[] is null or status = any($4))
    and ($5::uuid is null or lot_id = $5)
    and ($6::timestamptz is null or created_at > $6)
    and ($7::timestamptz is null or created_at < $7)
    and ($8::bigint is null
      or (created_at, session_id) < (timestamptz 'epoch' + $8 * interval '1 microsecond', $9))
  order by created_at desc, session_id desc
  limit $10
),
on_others_lots as (
  select session_id, created_at
  from sessions
  where creator_operator_id = $2
    and creator_operator_id <> operator_id
    and livemode = $1
    and fleet_id = all($3::text[])
    and ($4::text[] is null or status = any($4))
    and ($5::uuid is null or lot_id = $5)
    and ($6::timestamptz is null or created_at > $6)
    and ($7::timestamptz is null or created_at < $7)
    and ($8::bigint is null
      or (created_at, session_id) < (timestamptz 'epoch' + $8 * interval '1 microsecond', $9))
  order by created_at desc, session_id desc
  limit $10
),
page as (
  select * from on_own_lots
  union all
  select * from on_others_lots
  order by created_at desc, session_id desc
  limit $10
)
select
  session_details.*,
  (extract(epoch from page.created_at) * 1000000)::bigint as created_us
from page
join session_details using (session_id)
order by page.created_at desc, page.session_id desc;
