-- Sets aside payments of the batches ($from, $through] without a known stay, because its end
-- was set aside or names another session. Runs in the transaction that adds these batches to $fact,
-- after that to fct_stays.
insert into quarantined_rows by name
with payments as (
  select batch, tx, audit_id as id, action, entity_id
  from raw_audit
  where batch > $from and batch <= $through and action = 'payment.completed'
),
lone as (
  from payments anti join fct_stays on entity_id = session_id
),
added as (
  select
    $source as source, tx, id, batch, action as kind, entity_id, $fact as fact,
    'no end of its session could be read' as reason, true as is_foreseen, now() as since
  from lone
)
select * from added anti join quarantined_rows using (source, tx, id);
