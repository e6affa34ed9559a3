-- The next audit rows after a position, by (tx, audit_id).
-- Columns are those of the warehouse's raw_audit; instants are microseconds since 1970.
-- One that is not usable becomes the greatest number, which is infinity there.
-- :tx and :id are those of the last row that was read; both are 0 for the first batch.
select
  audit_log.tx, audit_id,
  case
    when is_usable(at) then (extract(epoch from at) * 1000000)::bigint
    else 9223372036854775807
  end as logged_at,
  livemode, operator_id, action, entity_id, agent_platform, diff
from audit_log
where (audit_log.tx, audit_id) > (:tx::xid8, :id::bigint)
  and is_below_horizon(audit_log.tx)
order by audit_log.tx, audit_id
limit (select :row_count_max::bigint);
