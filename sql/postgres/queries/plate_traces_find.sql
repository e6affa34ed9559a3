-- What else an operator has of a plate: the addresses of drivers that its keys sent with given
-- stays, and the newest times at which the plate was looked up, with who did it.
-- :plain_plate is the plate unsealed, null once none is stored so.
select
  array(
    select distinct email
    from sessions
    join drivers using (driver_id)
    where session_id = any(:session_ids::text[]) and creator_operator_id = :operator_id
    order by email
  ) as emails,
  array(
    select jsonb_build_object(
      'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', actor_id)
    from (
      select at, actor_id
      from vehicles
      join audit_log on entity_id = vehicle_id::text
      where vehicles.livemode = :livemode
        and plate in (:plate, :plain_plate)
        and action = 'session.searched'
        and operator_id = :operator_id
      order by at desc, audit_id desc
      limit :row_limit
    ) as look_up
    order by at desc
  ) as look_ups;
