-- $1 stays that ended between $2 and $3 days ago, only as audit rows: no more is read of them.
with drawn as materialized (
  select 1 + floor(random() * (select count(*) from bench_lots))::bigint as n,
    now() - ($2::float8 + random() * ($3::float8 - $2::float8)) * interval '1 day' as ended_at,
    1 + floor(random() * 300)::integer as minutes,
    floor(random() * 3000)::integer as subtotal_minor
  from generate_series(1, $1::integer)
)
insert into audit_log (actor_type, actor_id, operator_id, livemode, action, entity_id, diff)
select 'system', 'bench', 'op_bench1', true, 'session.imported',
  'ses_' || replace(uuidv7()::text, '-', ''),
  jsonb_build_object('after', jsonb_build_object(
    'status', 'completed', 'source', 'import', 'lot_id', lot_id, 'vehicle_id', n,
    'started_at', ended_at - minutes * interval '1 minute', 'ended_at', ended_at,
    'subtotal_minor', subtotal_minor, 'currency', 'usd'))
from drawn join bench_lots using (n)
