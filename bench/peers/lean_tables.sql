-- Drops the indexes and references that the market rate does not need: with millions of stays they
-- would take most of the time and of the disk.
drop index audit_log_by_entity;
alter table sessions drop constraint sessions_pkey cascade;
drop index sessions_by_operator, sessions_by_vehicle, sessions_imported;
