-- Adds a local event, with its audit row and the idempotency row of the call, if its operator has a
-- lot within :reach_m metres of it that is listed and active. `is_near` says whether there is one.
-- The boxes only choose candidates by index; the haversine distance decides. `full_of` is ahead or
-- past, and nothing is added, when the operator has :ahead_max that are not over, or :past_max that
-- ended lately.
-- :box_beyond is the part past the antimeridian; null where there is none.
-- :operation is the call's operationId; :idempotency_key is null where none was sent.
with near as materialized (
  select exists (
    select
    from (values (:box::box), (:box_beyond::box)) as area (part)
    join lots on lots.position <@ area.part
    where operator_id = :operator_id
      and livemode = :livemode
      and deleted_at is null
      and is_listed
      and status = 'active'
      and great_circle_m(latitude, longitude, :latitude, :longitude) <= :reach_m::float8
  ) as is_near
),
counted as materialized (
  select local_events_full(
    :operator_id, :livemode, :ends_at::timestamptz, :ahead_max::integer, :past_max::integer
  ) as full_of
),
added as (
  insert into local_events (
    event_id, operator_id, livemode, name, type, impact, starts_at, ends_at, latitude, longitude,
    radius_m, created_at)
  select
    :event_id::uuid, :operator_id, :livemode, :name, :type, :impact, :starts_at::timestamptz,
    :ends_at::timestamptz, :latitude, :longitude, :radius_m::integer, :created_at::timestamptz
  from near
  cross join counted
  where is_near and full_of is null
  returning *
),
audited as (
  insert into audit_rows
  select 'local_event.created', event_id::text, operator_id, livemode,
    jsonb_build_object(
      'before', null,
      'after', to_jsonb(added) - '{operator_id,livemode,created_at,deleted_at}'::text[]),
    :actor_type, :actor_id, :agent_platform, :request_id
  from added
),
remembered as (
  insert into idempotency (key_id, operation, idempotency_key, body_sha256, status, response)
  select :actor_id, :operation, :idempotency_key, :body_sha256::bytea, 201, :response::jsonb
  from added
  where :idempotency_key::text is not null
)
select is_near, full_of from near cross join counted;
