-- Ends holds that nobody has redeemed and gives their spaces back: canceled while they stand,
-- expired once their time is up. Returns those that it ended.
-- $1 hold_ids
-- $2 status  canceled or expired
-- $3 actor_type
-- $4 actor_id
-- $5 agent_platform
-- $6 request_id
-- $7 operation  of the idempotency key
-- $8 idempotency_key  null: none was sent
-- $9 body_sha256
-- $10 response
-- Whoever writes a stay or a hold takes the lot's row first, those of several lots in the order of
-- their ids.
with locked as materialized (
  select lot_id from lots
  where lot_id in (select lot_id from holds where hold_id = any($1::text[]) and status = 'held')
  order by lot_id
  for no key update
),
due as materialized (
  select hold_id
  from holds
  where hold_id = any($1::text[])
    and status = 'held'
    and (expires_at <= clock_timestamp()) = ($2 = 'expired')
    and (select count(*) from locked) > 0
  order by hold_id
  for update
),
released as (
  update holds
  set status = $2, canceled_at = case when $2 = 'canceled' then clock_timestamp() end
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
  insert into audit_log (
    actor_type, actor_id, agent_platform, operator_id, livemode, action, entity_id, request_id,
    diff)
  select
    $3, $4, $5, operator_id, livemode, 'hold.' || status, hold_id, $6,
    jsonb_build_object(
      'before', jsonb_build_object('status', 'held'),
      'after', jsonb_build_object('status', status, 'activated_count', activated_count))
  from released
),
remembered as (
  insert into idempotency (key_id, operation, idempotency_key, body_sha256, status, response)
  select $4, $7, $8, $9::bytea, 200, $10::jsonb
  where $8::text is not null and exists (select from released)
)
select hold_id from released;
