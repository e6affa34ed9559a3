-- Whether this transaction may claim challenges until it ends: one at a time, so that each sees how
-- many the previous one sent.
select pg_try_advisory_xact_lock(hashtextextended('challenges of webhooks', 0)) as is_free;
