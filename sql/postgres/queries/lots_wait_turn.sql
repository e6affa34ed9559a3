-- Waits until no other transaction adds lots of this operator under a limit. A transaction that
-- will lock lots before it adds some calls this first, so that two of them do not wait for each
-- other.
select pg_advisory_xact_lock(hashtextextended('lots of ' || :operator_id, 0));
