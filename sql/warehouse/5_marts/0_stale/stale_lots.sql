-- One row per lot with a change, start, stay or payment in the batches after $audit_log_seen, with
-- a count in those after $occupancy_counts_seen, or with opening hours that were read in those
-- after $ordinary_days_seen, and per lot of an operator whose figures were declared public, or no
-- longer so, in those after $audit_log_seen; all lots when these are 0.
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
hours as (
  select lot_id
  from fct_lot_changes
    semi join (from fct_ordinary_days where batch > $ordinary_days_seen) as known
      using (opening_hours)
),
declared as (
  select lot_id
  from fct_lot_changes
    semi join (from fct_public_figures where batch > $audit_log_seen) as news using (operator_id)
),
touched as (
  from changes union from starts union from stays union from payments union from counts
  union from hours union from declared
)
select * from touched;
