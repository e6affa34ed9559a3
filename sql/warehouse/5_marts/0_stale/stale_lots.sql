-- One row per lot with a change, start, stay or payment in the batches after $audit_log_seen, or a
-- count in those after $occupancy_counts_seen; all lots when these are 0.
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
counts as (
  select lot_id from fct_occupancy_counts where batch > $occupancy_counts_seen
),
touched as (
  from changes union from starts union from stays union from payments union from counts
)
select * from touched;
