-- $1 holds of now that agents placed and canceled, each with its row and one audit row.
with drawn as materialized (
  select 'hld_' || replace(uuidv7()::text, '-', '') as hold_id,
    1 + floor(random() * (select count(*) from bench_lots))::bigint as n,
    floor(random() ^ 3 * 200)::integer as key_number
  from generate_series(1, $1::integer)
),
placed as materialized (
  select *,
    (array['chatgpt', 'claude', 'gemini', 'perplexity', 'copilot'])[1 + key_number % 5]
      as agent_platform
  from drawn join bench_lots using (n)
),
written as (
  insert into holds (
    hold_id, code, lot_id, operator_id, creator_operator_id, key_id, livemode, agent_platform,
    status, space_count, starts_at, ends_at, expires_at, ttl_seconds, rate_minor, rate_unit,
    currency, rate_snapshot, created_at, canceled_at)
  select hold_id, hold_id, lot_id, 'op_bench1', 'op_bench' || key_number, 'bench_' || key_number,
    true, agent_platform, 'canceled', 1, now(), now() + interval '1 hour',
    now() + interval '10 minutes', 600, 300, 'hour', 'usd', '{}', now(), now()
  from placed
  returning holds.*
)
insert into audit_log (
  actor_type, actor_id, agent_platform, operator_id, livemode, action, entity_id, diff)
select 'key', key_id, agent_platform, operator_id, true, 'hold.created', hold_id,
  jsonb_build_object('after', to_jsonb(written) || '{"status": "held", "canceled_at": null}')
from written
