-- One row per finished stay that was paid; adds those paid in the batches ($from, $through]. A stay
-- ends before it is paid, so it is in fct_stays by then. It counts with what was taken for it.
insert into fct_paid_stays by name
with payments as (
  from stg_payments where batch > $from and batch <= $through and fault is null
),
stays as (
  select * exclude (batch, audit_id) from fct_stays
),
paid as (
  select
    payments.batch, payments.audit_id,
    stays.* replace (least(captured_minor, subtotal_minor) as subtotal_minor)
  from payments join stays using (session_id)
)
select * from paid;
