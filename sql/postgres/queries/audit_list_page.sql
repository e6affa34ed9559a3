-- One page of an operator's audit rows in one mode, newest first: what was done to what is its
-- own, by whomever, and what its keys, apps and people did to what is others'. `is_own` says
-- whether one of these, or this system, did it: otherwise it was one of another operator, on a lot
-- of this one. `diff` is as it was written; but of a lot, `before` and `after` are the whole lot
-- in the words of the API. `currency` is that of a stay that was extended, otherwise null.
-- :entity_id, :actor_id, :action, :since and :until are null for any. One of another operator is no
-- actor that can be asked for. Rows about a plate that was looked up have the id of a vehicle,
-- which is not shown and cannot be asked for either.
-- :after_us is when the last row of the page before was written, in microseconds since 1970, and
-- null for the first page; :after_id is its number.
with here as (
  select *
  from audit_log
  where operator_id = :operator_id
    and livemode = :livemode
    and (:entity_id::text is null or entity_id = :entity_id and action <> 'session.searched')
    and (:action::text is null or action = :action)
    and (:since::timestamptz is null or at >= :since)
    and (:until::timestamptz is null or at < :until)
    and (:after_us::bigint is null
      or (at, audit_id)
        < (timestamptz 'epoch' + :after_us * interval '1 microsecond', :after_id::bigint))
    and (:actor_id::text is null or actor_id = :actor_id and not exists (
      select from api_keys where key_id = :actor_id and operator_id <> :operator_id
    ) and not exists (
      select from members where member_id = :actor_id and operator_id <> :operator_id))
  order by at desc, audit_id desc
  limit :row_limit
), elsewhere as (
  select *
  from audit_log
  where actor_operator_id = :operator_id
    and livemode = :livemode
    and (:entity_id::text is null or entity_id = :entity_id)
    and (:action::text is null or action = :action)
    and (:since::timestamptz is null or at >= :since)
    and (:until::timestamptz is null or at < :until)
    and (:after_us::bigint is null
      or (at, audit_id)
        < (timestamptz 'epoch' + :after_us * interval '1 microsecond', :after_id::bigint))
    and (:actor_id::text is null or actor_id = :actor_id)
  order by at desc, audit_id desc
  limit :row_limit
), page as (
  select * from here
  union all
  select * from elsewhere
  order by at desc, audit_id desc
  limit :row_limit
),
-- `after` holds all columns of a lot, and `before` those that were different.
lot as (
  select
    audit_id,
    shown_lot(was) || jsonb_build_object('is_waiting_for_check', was.is_waiting) as before,
    shown_lot(became) || jsonb_build_object('is_waiting_for_check', became.is_waiting) as after
  from page
  cross join lateral jsonb_populate_record(null::lots, diff -> 'after') as became
  cross join lateral jsonb_populate_record(became, nullif(diff -> 'before', 'null')) as was
  where action in ('lot.created', 'lot.updated', 'lot.deleted')
)
select
  log.audit_id,
  log.at,
  log.actor_type,
  log.actor_id,
  log.agent_platform,
  log.action,
  log.entity_id,
  log.request_id,
  case when lot.audit_id is null then log.diff
    else log.diff || jsonb_build_object('before', lot.before, 'after', lot.after) end as diff,
  case when log.action = 'session.extended'
    then (select currency from sessions where session_id = log.entity_id) end as currency,
  case log.actor_type
    when 'system' then true
    when 'person' then coalesce(
      (select operator_id from members where member_id = log.actor_id) = :operator_id, false)
    else coalesce(
      (select operator_id from api_keys where key_id = log.actor_id) = :operator_id, false)
  end as is_own,
  (extract(epoch from log.at) * 1000000)::bigint as created_us
from page as log
left join lot using (audit_id)
order by log.at desc, log.audit_id desc;
