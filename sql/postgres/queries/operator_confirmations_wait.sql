-- Waits until no other transaction adds a link for this operator: a statement counts the links that
-- were there when it began.
select pg_advisory_xact_lock(hashtextextended('confirmations of ' || :operator_id, 0));
