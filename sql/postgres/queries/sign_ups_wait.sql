-- Waits until no other transaction signs somebody up: a statement counts those who were there when
-- it began.
select pg_advisory_xact_lock(hashtextextended('sign-ups', 0));
