-- Ends holds that are not fully redeemed and gives their spaces back. Before its expiry a hold is
-- canceled, after it expired. Returns the holds that this call ended.
-- :status is canceled or expired.
-- :operation is the call's operationId; :idempotency_key is null where none was sent.
-- A transaction that writes a stay or a hold locks the lot's row first, and several lots in the
-- order of their ids.
-- Keeps its plan.
with locked as materialized (
  select lot_id from lots
  where lot_id in (
    select lot_id from holds
    where hold_id = any((select :hold_ids::text[])::text[]) and status = 'held')
  order by lot_id
  for no key update
),
due as materialized (
  select hold_id
  from holds
  where hold_id = any((select :hold_ids::text[])::text[])
    and status = 'held'
    and (expires_at <= clock_timestamp()) = (:status = 'expired')
    and (select count(*) from locked) > 0
  order by hold_id
  for update
),
released as (
  update holds
  set status = :status, canceled_at = case when :status = 'canceled' then clock_timestamp() end
  where hold_id in (select hold_id from due)
  returning *
),
freed as (
  select
    lot_id,
    sum(space_count - activated_count)::integer as space_count,
    array_agg(assigned_space) filter (where assigned_space is not null) as labels
  from released
  group by lot_id
),
space as (
  update lots
  set held_spaces = held_spaces - freed.space_count,
    free_labels = free_labels || array(
      select label from unnest(freed.labels) as label where label = any(space_labels))
  from freed
  where lots.lot_id = freed.lot_id
),
audited as (
  insert into audit_rows
  select case status when 'canceled' then 'hold.canceled' else 'hold.expired' end, hold_id,
    operator_id, livemode,
    jsonb_build_object(
      'before', jsonb_build_object('status', 'held'),
      'after', jsonb_build_object('status', status, 'activated_count', activated_count)),
    :actor_type, :actor_id, :agent_platform, :request_id
  from released
),
remembered as (
  insert into idempotency (key_id, operation, idempotency_key, body_sha256, status, response)
  select :actor_id, :operation, :idempotency_key, :body_sha256::bytea, 200, :response::jsonb
  where :idempotency_key::text is not null and exists (select from released)
)
select hold_id from released;
