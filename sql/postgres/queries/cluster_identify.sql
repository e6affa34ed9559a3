-- Which database this is, and whether it still holds the audit row and the search that were drained
-- last. A restored or replaced database answers differently in one of the two. Searches that were
-- dropped count as held.
-- :tx and :audit_id are those of the last audit row drained, :search_tx and :search_id those of the
-- last search; 0 when none was.
select
  format('%s/%s/%s', system_identifier, timeline_id, pg_database.oid) as cluster,
  (:tx::xid8 = '0'::xid8 or exists (
    select from audit_log where audit_log.tx = :tx::xid8 and audit_id = :audit_id::bigint
  ))
  and ((:search_tx::xid8, :search_id::bigint) <= (start.tx, start.id) or exists (
    select from search_log
    where search_log.tx = :search_tx::xid8 and search_log.search_id = :search_id::bigint
  )) as is_known
from pg_control_system(), pg_control_checkpoint(), pg_database, search_log_start as start
where datname = current_database();
