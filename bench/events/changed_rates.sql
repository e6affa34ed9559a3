-- New rates of $1 lots.
with drawn as materialized (
  select distinct 1 + floor(random() * (select count(*) from bench_lots))::bigint as n
  from generate_series(1, $1::integer)
),
changed as (
  update lots
  set rate_minor = new_minor, tariff = plain_tariff(new_minor, rate_unit, 1, null, false)
  from (
    select lot_id, 100 + floor(random() * 900)::integer as new_minor
    from drawn join bench_lots using (n)
  ) as posted
  where lots.lot_id = posted.lot_id
  returning lots.*
)
insert into audit_log (actor_type, actor_id, operator_id, livemode, action, entity_id, diff)
select 'system', 'bench', operator_id, true, 'lot.updated', lot_id::text,
  jsonb_build_object('before', '{}'::jsonb, 'after', lot_snapshot(changed::lots))
from changed
