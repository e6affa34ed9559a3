-- One row per area of stale_areas, figure and operator that has a say in it: its value in
-- millionths. Figures: occupied is the occupied share of its strong lots in the last seven days;
-- measured the part of the known space-hours of these in which vehicles were counted; paid what
-- stays cost in relation to the posted prices, where no vehicle counts for more than a twentieth of
-- its operator. A figure with a number of hours (pooled_hours) is the occupied share over 28 days
-- in one of the blocks of so many hours that the week consists of, where observed_hours has that
-- number. Figures of past days, from past_voices, are heard alike.
-- memory_kib: ((select count(*) from operator_hours) + (select count(*) from paid_vehicles)) // 8
-- only with rows of: numbered_lots, past_voices
create or replace temp table operator_voices as
with observed as (
  from operator_hours where in_part(cell, $part, $parts)
),
hours as (
  select
    livemode, country, cell, operator_id, pooled_hours, hour_of_week // pooled_hours as block,
    1_000_000::hugeint * sum(occupied) // sum(known) as value
  from observed join observed_hours using (livemode, country, cell)
  group by all
),
weeks as (
  select
    livemode, country, cell, operator_id, sum(recent_known) as known,
    sum(recent_measured) as measured, sum(recent_occupied) as occupied
  from observed
  group by all
  having sum(recent_known) > 0
),
shares as (
  select * exclude (block), block::varchar as figure from hours
  union all by name
  select
    * exclude (known, measured, occupied), 'occupied' as figure, 0 as pooled_hours,
    1_000_000::hugeint * occupied // known as value
  from weeks
  union all by name
  select
    * exclude (known, measured, occupied), 'measured' as figure, 0 as pooled_hours,
    1_000_000::hugeint * measured // known as value
  from weeks
),
lists as (
  select *, sum(list_minor) over (partition by livemode, country, cell, operator_id) as list_sum
  from paid_vehicles where in_part(cell, $part, $parts)
),
-- In millionths of what was listed, so that whole numbers are exact enough.
capped as (
  select
    livemode, country, cell, operator_id,
    least(1_000_000::hugeint, 50_000 * list_sum // list_minor) as part, paid_minor, list_minor
  from lists
),
paid as (
  select
    livemode, country, cell, operator_id, 'paid' as figure, 0 as pooled_hours,
    1_000_000 * sum(part * paid_minor) // sum(part * list_minor) as value
  from capped
  group by all
),
voices as (
  from shares union all by name from paid
)
select livemode, country, cell, pooled_hours, figure, operator_id, value::bigint as value
from voices
union all by name
from past_voices where in_part(cell, $part, $parts);
