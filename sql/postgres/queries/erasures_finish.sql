-- Adds what a step of an erasure did to its row, and ends it with an audit row where nothing that
-- is under way keeps it waiting: a stay or hold of the subject that was made in time.
-- :is_last: there was nothing more to take the person out of.
-- Returns whether it is done.
with waits as materialized (
  select :is_last::boolean is not true
    or exists (
      select from sessions
      where livemode = :livemode and created_at <= :latest_at::timestamptz
        and (vehicle_id = :vehicle_id::bigint and :operator_id in (operator_id, creator_operator_id)
          or driver_id = any(:driver_ids::bigint[]) and creator_operator_id = :operator_id)
    )
    or exists (
      select from holds
      where livemode = :livemode and created_at <= :latest_at
        and vehicle_id = :vehicle_id and :operator_id in (operator_id, creator_operator_id)
    ) as is_waiting
),
counted as (
  update erasures
  set session_count = session_count + :session_count::integer,
    hold_count = hold_count + :hold_count::integer,
    status = case when is_waiting then 'pending' else 'done' end,
    subject = case when is_waiting then subject end,
    finished_at = case when not is_waiting then now() end
  from waits
  where erasure_id = :erasure_id
  returning erasures.*
),
audited as (
  insert into audit_rows
  select 'erasure.done', erasure_id, operator_id, livemode,
    jsonb_build_object(
      'before', jsonb_build_object('status', 'pending'),
      'after', jsonb_build_object('status', status),
      'session_count', session_count, 'hold_count', hold_count),
    'system', :actor_id
  from counted where status = 'done'
)
select status = 'done' as is_done from counted;
