-- Writes down that two lots are two car parks, or (:is_distinct false) takes that back, with an
-- audit row of each where it is news; nothing with :is_dry_run. `is_known`: it was so before. The
-- caller has locked the rows of the lots (lots_lock_pair).
with known as materialized (
  select exists (
    select from distinct_lots
    where lower_id = least(:one_id::uuid, :other_id::uuid)
      and higher_id = greatest(:one_id, :other_id)
  ) as is_known
),
added as (
  insert into distinct_lots (lower_id, higher_id)
  select least(:one_id, :other_id), greatest(:one_id, :other_id)
  from known
  where :is_distinct and not is_known and not :is_dry_run::boolean
  returning 1
),
taken_back as (
  delete from distinct_lots
  where lower_id = least(:one_id, :other_id) and higher_id = greatest(:one_id, :other_id)
    and not :is_distinct::boolean and not :is_dry_run
  returning 1
),
audited as (
  insert into audit_rows
  select 'lot.updated', lot_id::text, operator_id, livemode,
    lot_updated_diff(lot_snapshot(lots), lot_snapshot(lots)) || jsonb_build_object(
      case when :is_distinct then 'distinct_from' else 'no_longer_distinct_from' end,
      case lot_id when :one_id then :other_id else :one_id end),
    :actor_type, :actor_id, :agent_platform, :request_id
  from lots
  where lot_id in (:one_id, :other_id)
    and exists (select from added union all select from taken_back)
)
select is_known from known;
