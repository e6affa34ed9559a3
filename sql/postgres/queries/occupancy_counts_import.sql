-- Counts of vehicles from elsewhere, with one audit row for all that are new. Safe to repeat: a
-- count that is stored already is skipped. `differing` are the numbers, from 1, of the given counts
-- that are another number than the one which holds for that lot and instant, or than an earlier one
-- in this list. What the lots show does not change.
with input as materialized (
  select lot_id, at, occupied, number
  from unnest(:lot_ids::uuid[], :ats::timestamptz[], :occupied::integer[])
    with ordinality as counted (lot_id, at, occupied, number)
),
first as (
  select distinct on (at, lot_id) lot_id, at, occupied from input order by at, lot_id, number
),
-- `offset 0` makes the planner look each count up by index.
compared as materialized (
  select first.lot_id, first.at, first.occupied, stored.occupied as stored_occupied
  from first
  left join lateral (
    select occupied from occupancy_counts as stored
    where stored.lot_id = first.lot_id and stored.at = first.at
    order by count_id desc limit 1
    offset 0
  ) as stored on true
),
created as (
  insert into occupancy_counts (lot_id, livemode, at, occupied, source)
  select lot_id, :livemode, at, occupied, 'import' from compared where stored_occupied is null
  returning count_id
),
audited as (
  insert into audit_rows
  select 'occupancy.imported', :operator_id, :operator_id, :livemode,
    jsonb_build_object('after', jsonb_build_object('count_count', count(*))), 'system', :actor_id
  from created
  having count(*) > 0
)
select
  (select count(*)::integer from created) as created,
  array(
    select number::integer
    from input join compared using (lot_id, at)
    where input.occupied <> coalesce(compared.stored_occupied, compared.occupied)
    order by number
  ) as differing;
