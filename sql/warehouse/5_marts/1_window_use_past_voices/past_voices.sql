-- One row per area, figure of told_past (by its name) and operator that has a say in it, with the
-- columns of operator_voices: of the days that are disclosed together, the occupied share of the
-- known space-hours; and what stays cost in relation to the posted prices, where no vehicle counts
-- for more than a twentieth of its operator.
-- memory_kib: (select count(*) from past_observed) // 8
-- only with rows of: told_past
create or replace temp table past_voices as
with told as (
  from told_past where in_part((livemode, country, cell, name), $part, $parts)
),
occupied as (
  select
    livemode, country, cell, name, operator_id, sum(known) as known, sum(occupied) as occupied
  from past_use join (from told where figure = 'occupied') as told
    using (livemode, country, cell, day)
  where known > 0
  group by all
),
vehicles as (
  select
    livemode, country, cell, name, operator_id, vehicle, sum(paid_minor) as paid_minor,
    sum(list_minor) as list_minor
  from past_observed join told using (livemode, country, cell, figure, day)
  where figure = 'paid'
  group by all
),
lists as (
  select
    *,
    sum(list_minor) over (partition by livemode, country, cell, name, operator_id) as list_sum
  from vehicles
),
paid as (
  select
    livemode, country, cell, name, operator_id,
    least(1_000_000::hugeint, (50_000 * list_sum // list_minor)::hugeint) as part, paid_minor,
    list_minor
  from lists
)
select
  livemode, country, cell, 0 as pooled_hours, name as figure, operator_id,
  (1_000_000::hugeint * occupied // known)::bigint as value
from occupied
union all
select
  livemode, country, cell, 0, name, operator_id,
  (1_000_000 * sum(part * paid_minor) // sum(part * list_minor))::bigint
from paid
group by livemode, country, cell, name, operator_id;
