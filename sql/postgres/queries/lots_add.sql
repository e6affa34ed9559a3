-- Adds lots of one operator, each with its audit row, and the idempotency row of the call that adds
-- them. A lot whose ref is taken is skipped. Those after the last one that the operator may have
-- are refused. The added and the refused ones are returned. A lot to be listed waits while its
-- operator is not checked.
-- :lots is a JSON list of { lot_id, columns }.
-- :lots_max is how many lots the operator may have in this mode; null: any number.
-- :operation is the call's operationId; :idempotency_key is null where none was sent, and for more
-- than one lot.
with standing as materialized (
  select lots_left(:operator_id, :livemode, :lots_max::integer) as lot_count,
    not :livemode::boolean or exists (
      select from operators where operator_id = :operator_id and checked_at is not null
    ) as may_list
),
given as (
  select number, given.lot_id as new_id, lot.*
  from rows from (jsonb_to_recordset(:lots::jsonb) as (lot_id uuid, columns jsonb))
    with ordinality as given (lot_id, columns, number)
  cross join lateral jsonb_populate_record(null::lots, columns) as lot
),
-- In the order of their refs, so that two callers that add the same lots do not deadlock.
added as (
  insert into lots (
    :lot_matched_columns,
    :lot_described_columns,
    :lot_own_columns,
    :lot_earlier_columns,
    lot_id, operator_id, livemode, cell, rate_id, is_listed, is_waiting, free_labels, created_at,
    updated_at)
  select
    :lot_matched_columns,
    :lot_described_columns,
    :lot_own_columns,
    :lot_earlier_columns,
    new_id, :operator_id, :livemode, cell, rate_id, is_listed and may_list,
    is_listed and not may_list, space_labels, coalesce(created_at, now()),
    coalesce(created_at, now())
  from given
  cross join standing
  where number <= coalesce(lot_count, number)
  order by ref
  on conflict (operator_id, livemode, ref) where deleted_at is null do nothing
  returning lot_id, is_listed, is_waiting, lot_snapshot(lots) as after
),
audited as (
  insert into audit_rows
  select 'lot.created', lot_id::text, :operator_id, :livemode,
    jsonb_build_object('before', null, 'after', after),
    :actor_type, :actor_id, :agent_platform, :request_id
  from added
),
remembered as (
  insert into idempotency (key_id, operation, idempotency_key, body_sha256, status, response)
  select
    :actor_id, :operation, :idempotency_key, :body_sha256::bytea, 201,
    :response::jsonb
      || jsonb_build_object('is_listed', is_listed, 'is_waiting_for_check', is_waiting)
  from added
  where :idempotency_key::text is not null
)
select lot_id, true as is_added, is_listed, is_waiting from added
union all
select new_id, false, false, false from given cross join standing where number > lot_count;
