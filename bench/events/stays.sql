-- $1 stays that ended between $2 and $3 days ago and that agents booked, with their rows and three
-- audit rows each: created, closed and paid.
with drawn as materialized (
  select 'ses_' || replace(uuidv7()::text, '-', '') as session_id,
    1 + floor(random() * (select count(*) from bench_lots))::bigint as n,
    1 + floor(random() * (select max(vehicle_id) from vehicles))::bigint as vehicle_id,
    floor(random() ^ 3 * 200)::integer as key_number,
    now() - ($2::float8 + random() * ($3::float8 - $2::float8)) * interval '1 day' as ended_at,
    1 + floor(random() * 300)::integer as minutes,
    floor(random() * 3000)::integer as subtotal_minor
  from generate_series(1, $1::integer)
),
stays as materialized (
  select *, ended_at - minutes * interval '1 minute' as started_at,
    (array['chatgpt', 'claude', 'gemini', 'perplexity', 'copilot'])[1 + key_number % 5]
      as agent_platform
  from drawn join bench_lots using (n) join vehicles using (vehicle_id)
),
written as (
  insert into sessions (
    session_id, session_code, lot_id, operator_id, creator_operator_id, livemode, vehicle_id,
    status, source, agent_platform, rate_minor, rate_unit, currency, started_at, expected_end,
    ended_at, estimated_minor, subtotal_minor, platform_fee_minor, captured_at)
  select session_id, session_id, lot_id, 'op_bench1', 'op_bench' || key_number, true, vehicle_id,
    'completed', 'agent', agent_platform, 300, 'hour', 'usd', started_at, ended_at, ended_at,
    subtotal_minor, subtotal_minor, 0, now()
  from stays
)
insert into audit_log (
  actor_type, actor_id, agent_platform, operator_id, livemode, action, entity_id, diff)
select 'key', 'bench_' || key_number, agent_platform, 'op_bench1', true, action, session_id, diff
from stays
cross join lateral (
  values
    ('session.created', jsonb_build_object('after', jsonb_build_object(
      'status', 'active', 'lot_id', lot_id, 'vehicle_id', vehicle_id, 'source', 'agent',
      'fleet_id', null, 'hold_id', null, 'started_at', started_at, 'expected_end', ended_at,
      'rate_minor', 300, 'rate_unit', 'hour', 'currency', 'usd', 'rate_snapshot', '{}'::jsonb))),
    ('session.closed', jsonb_build_object(
      'before', '{"status": "active"}'::jsonb, 'after', jsonb_build_object(
      'status', 'ending', 'lot_id', lot_id, 'started_at', started_at, 'ended_at', ended_at,
      'subtotal_minor', subtotal_minor, 'platform_fee_minor', 0, 'currency', 'usd'))),
    ('payment.completed', jsonb_build_object(
      'before', '{"status": "ending"}'::jsonb, 'after', jsonb_build_object(
      'status', 'completed', 'amount_minor', subtotal_minor, 'currency', 'usd')))
) as row_of (action, diff)
