-- One row per lot with a change, start, stay or payment in the batches after $audit_log_seen; all
-- lots when it is 0.
create or replace temp table stale_lots as
with changes as (
  select lot_id from fct_lot_changes where batch > $audit_log_seen
),
starts as (
  select lot_id from fct_session_starts where batch > $audit_log_seen
),
stays as (
  select lot_id from fct_stays where batch > $audit_log_seen
),
payments as (
  select lot_id from fct_paid_stays where batch > $audit_log_seen
),
touched as (
  from changes union from starts union from stays union from payments
)
select * from touched;
