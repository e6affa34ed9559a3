-- Sets aside what a staging view ($staged) cannot read of the batches ($from, $through]. A row that
-- several facts read is set aside once. Runs in the transaction that adds these batches to $fact.
insert into quarantined_rows by name
with unread as (
  select batch, fault.*
  from query_table($staged)
  where batch > $from and batch <= $through and fault is not null
),
added as (
  select
    $source as source, tx, id, batch, kind, entity_id, $fact as fact, reason, true as is_foreseen,
    now() as since
  from unread
)
select * from added anti join quarantined_rows using (source, tx, id);
