-- Up to :row_limit stays and as many holds that the keys of an operator made, oldest first.
-- `last_…` say which were the last ones: the next page begins after them.
-- :after_session_us and :after_hold_us are when the last ones of the page before were made, in
-- microseconds since 1970, and null for the first page; :after_session_id and :after_hold_id are
-- their ids.
with stay as materialized (
  select session_id, created_at
  from sessions_by_viewer
  where viewer_id = :operator_id
    and livemode = :livemode
    and creator_operator_id = :operator_id
    and (:after_session_us::bigint is null
      or (created_at, session_id) > (
        timestamptz 'epoch' + :after_session_us * interval '1 microsecond', :after_session_id))
  order by created_at, session_id
  limit :row_limit
),
hold as materialized (
  select hold_id, created_at
  from holds_by_viewer
  where viewer_id = :operator_id
    and livemode = :livemode
    and creator_operator_id = :operator_id
    and (:after_hold_us::bigint is null
      or (created_at, hold_id) > (
        timestamptz 'epoch' + :after_hold_us * interval '1 microsecond', :after_hold_id))
  order by created_at, hold_id
  limit :row_limit
),
last_stay as (
  select * from stay order by created_at desc, session_id desc limit 1
),
last_hold as (
  select * from hold order by created_at desc, hold_id desc limit 1
)
select
  array(select session_id from stay) as session_ids,
  array(select hold_id from hold) as hold_ids,
  (select session_id from last_stay) as last_session_id,
  (select (extract(epoch from created_at) * 1000000)::bigint from last_stay) as last_session_us,
  (select hold_id from last_hold) as last_hold_id,
  (select (extract(epoch from created_at) * 1000000)::bigint from last_hold) as last_hold_us;
