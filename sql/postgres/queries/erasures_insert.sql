-- Asks for the erasure of a plate or an e-mail address, with its audit row and the idempotency row
-- of the call. Asked again while it waits, the first one is returned, and it stays as due as it
-- was. What is known of the subject is not looked at, so the answer does not depend on it.
-- The statement adds the id of the erasure to :response, which may be that of the first one.
-- :subject is the address, or null. :plate is the plate, or null; :plain_plate is it unsealed, null
-- once none is stored so.
-- :operation is the call's operationId; :idempotency_key is null where none was sent.
with asked as (
  insert into erasures (erasure_id, operator_id, livemode, kind, subject, due_at)
  values (
    :erasure_id, :operator_id, :livemode, :kind,
    case when :kind = 'email' then lower(:subject)
      when (select stage from plate_keys) = 'plain' then :plain_plate else :plate end,
    now() + :wait_days::integer * interval '1 day')
  on conflict (operator_id, livemode, kind, subject) where status = 'pending'
  do update set subject = excluded.subject
  returning new.*, old.erasure_id is null as is_new
),
audited as (
  insert into audit_rows
  select 'erasure.requested', erasure_id, operator_id, livemode,
    jsonb_build_object(
      'before', null, 'after', jsonb_build_object('kind', kind, 'due_at', due_at)),
    :actor_type, :actor_id, :agent_platform, :request_id
  from asked where is_new
),
remembered as (
  insert into idempotency (key_id, operation, idempotency_key, body_sha256, status, response)
  select :actor_id, :operation, :idempotency_key, :body_sha256::bytea, 201,
    :response::jsonb || jsonb_build_object('erasureId', erasure_id)
  from asked
  where :idempotency_key::text is not null
)
select erasure_id, kind, status, created_at, due_at, finished_at from asked;
