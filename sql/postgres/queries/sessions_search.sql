-- One page of the sessions of a plate that a caller may see, newest first (two index ranges, as
-- sessions_list), and the audit row that says who looked a plate up: it names the vehicle's id,
-- never the plate.
-- $1 livemode
-- $2 operator_id
-- $3 fleet_id  null: the key is not bound to a fleet
-- $4 plate
-- $5 statuses  null: any
-- $6 lot_id  null: any
-- $7 at  an instant of the stay; null: any
-- $8 after_us  when the last of the page before was created, in microseconds since 1970; null: the
--    first page
-- $9 after_id  of that session
-- $10 row_limit
-- $11 actor_type
-- $12 actor_id
-- $13 agent_platform
-- $14 request_id
with sought as (
  select vehicle_id from vehicles where livemode = $1 and plate = $4
),
on_own_lots as (
  select session_id, created_at
  from sought
  join sessions using (vehicle_id)
  where operator_id = $2
    and ($3::text is null or fleet_id = $3 and creator_operator_id = $2)
    and ($5::text[] is null or status = any($5))
    and ($6::uuid is null or lot_id = $6)
    and ($7::timestamptz is null or started_at <= $7 and coalesce(ended_at, 'infinity') > $7)
    and ($8::bigint is null
      or (created_at, session_id) < (timestamptz 'epoch' + $8 * interval '1 microsecond', $9))
  order by created_at desc, session_id desc
  limit $10
),
on_others_lots as (
  select session_id, created_at
  from sought
  join sessions using (vehicle_id)
  where creator_operator_id = $2
    and creator_operator_id <> operator_id
    and ($3::text is null or fleet_id = $3 and creator_operator_id = $2)
    and ($5::text[] is null or status = any($5))
    and ($6::uuid is null or lot_id = $6)
    and ($7::timestamptz is null or started_at <= $7 and coalesce(ended_at, 'infinity') > $7)
    and ($8::bigint is null
      or (created_at, session_id) < (timestamptz 'epoch' + $8 * interval '1 microsecond', $9))
  order by created_at desc, session_id desc
  limit $10
),
page as materialized (
  select * from on_own_lots
  union all
  select * from on_others_lots
  order by created_at desc, session_id desc
  limit $10
),
audited as (
  insert into audit_log (
    actor_type, actor_id, agent_platform, operator_id, livemode, action, entity_id, request_id,
    diff)
  values (
    $11, $12, $13, $2, $1, 'session.searched',
    coalesce((select vehicle_id::text from sought), 'unknown'), $14,
    jsonb_build_object('found_count', (select count(*) from page), 'lot_id', $6, 'at', $7))
)
select
  session_details.*,
  (extract(epoch from page.created_at) * 1000000)::bigint as created_us
from page
join session_details using (session_id)
order by page.created_at desc, page.session_id desc;
