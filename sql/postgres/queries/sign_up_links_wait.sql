-- Waits until no other transaction adds a link for this address: a statement counts the links that
-- were there when it began.
select pg_advisory_xact_lock(hashtextextended('sign-up links of ' || lower(:email), 0));
