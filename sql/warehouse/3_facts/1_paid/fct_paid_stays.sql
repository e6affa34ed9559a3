-- One row per finished stay that was paid; adds those paid in the batches ($from, $through]. A stay
-- ends before it is paid, so it is in fct_stays by then.
insert into fct_paid_stays by name
with payments as (
  from stg_payments where batch > $from and batch <= $through and fault is null
),
stays as (
  select * exclude (batch, audit_id) from fct_stays
),
paid as (
  select payments.batch, payments.audit_id, stays.*
  from payments join stays using (session_id)
)
select * from paid;
