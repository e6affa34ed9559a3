-- Sets aside rows of batch $batch on which the statement of $fact failed. $positions is a JSON
-- array of their positions.
insert into quarantined_rows by name
with raw as (
  -- Only audit rows have an action.
  from (select null::varchar as action, null::varchar as entity_id where false)
  union all by name
  select *, #2 as tx_of, #3 as id_of from query_table($table)
),
odd as (
  select unnest(from_json($positions, '[{"tx": "UBIGINT", "id": "BIGINT"}]'), recursive := true)
),
added as (
  select
    $source as source, odd.tx, odd.id, batch, coalesce(action, $source) as kind, entity_id,
    $fact as fact, $reason as reason, false as is_foreseen, now() as since
  from raw join odd on tx_of = odd.tx and id_of = odd.id
  where batch = $batch
)
select * from added;
