-- Drops the index that the market rate does not need: with millions of stays it would take most of
-- the time and of the disk.
drop index audit_log_by_entity;
