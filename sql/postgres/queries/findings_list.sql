-- What is open between the processor's books and ours, the oldest day first.
-- :day is null for all days, :livemode for both modes.
select day::text as day, livemode, kind, subject, session_id, ours_minor, theirs_minor, currency,
  found_at
from reconciliation_findings as finding
where settled_at is null
  and (:livemode::boolean is null or livemode = :livemode)
  and (:day::date is null or day = :day::date)
order by finding.day, livemode desc, kind, subject
limit :row_limit;
