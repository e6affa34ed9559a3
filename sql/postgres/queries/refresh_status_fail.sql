-- Stores why the last refresh failed, and what was read of each source before (:sources, a JSON
-- object).
update refresh_status
set
  sources = sources || :sources::jsonb,
  failed_at = now(),
  failure = :failure,
  failure_count = failure_count + 1;
