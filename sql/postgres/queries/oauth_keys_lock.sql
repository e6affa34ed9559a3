-- Lets no other transaction make keys of the authorisation server until this one ends.
select pg_advisory_xact_lock(hashtextextended('oauth keys', 0));
