-- Which database this is, and whether it still holds the audit row that was drained last. A
-- restored or replaced database answers differently in one of the two.
-- :tx and :audit_id are those of the last audit row drained; 0 when none was.
select
  format('%s/%s/%s', system_identifier, timeline_id, pg_database.oid) as cluster,
  :tx::xid8 = '0'::xid8 or exists (
    select from audit_log where audit_log.tx = :tx::xid8 and audit_id = :audit_id::bigint
  ) as is_known
from pg_control_system(), pg_control_checkpoint(), pg_database
where datname = current_database();
