-- The steps of refreshes that failed and did not succeed since: a list of objects with name, since,
-- failed_at, failure_count and reason.
alter table refresh_status add column failing jsonb not null default '[]';
