-- Stays loaded since the last publication that end before they start, have less than one billed
-- minute, or have a negative amount.
with stays as (
  select audit_id, started_at, ended_at, billed_minutes, subtotal_minor
  from fct_stays
  where batch > $audit_log_seen
),
impossible as (
  from stays where ended_at < started_at or billed_minutes < 1 or subtotal_minor < 0
)
select * from impossible;
