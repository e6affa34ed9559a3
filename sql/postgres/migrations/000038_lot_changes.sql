-- Mirrors read which lots of a world changed since their last look. Most audit rows are of stays
-- and holds, so without an index of their own the rows of lots would be found only by reading all.

create index audit_log_of_lots on audit_log (livemode, tx, audit_id)
where action like 'lot.%';
