-- Up to :row_limit stays and as many holds of a vehicle or an address that are over, of those that
-- an operator may see. A payment that failed and a hold that still stands are left out until
-- :is_late. The holds of stays with the address come with those.
-- :vehicle_id is null for an address, :driver_ids are none for a plate.
-- Returns one row with their ids.
with stay as materialized (
  (
    select session_id, hold_id
    from sessions
    where vehicle_id = :vehicle_id::bigint
      and livemode = :livemode
      and :operator_id in (operator_id, creator_operator_id)
      and (status in ('completed', 'expired') or status = 'payment_failed' and :is_late::boolean)
    limit :row_limit
  )
  union all
  (
    select session_id, hold_id
    from sessions
    where driver_id = any(:driver_ids::bigint[])
      and livemode = :livemode
      and creator_operator_id = :operator_id
      and (status in ('completed', 'expired') or status = 'payment_failed' and :is_late)
    limit :row_limit
  )
)
select
  array(select session_id from stay) as session_ids,
  array(
    select hold_id from stay where hold_id is not null
    union
    (
      select hold_id
      from holds
      where vehicle_id = :vehicle_id
        and livemode = :livemode
        and :operator_id in (operator_id, creator_operator_id)
        and (status <> 'held' or :is_late)
      limit :row_limit
    )
  ) as hold_ids;
