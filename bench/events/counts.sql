-- $1 counts of vehicles, of the last $2 days.
insert into occupancy_counts (at, lot_id, occupied, livemode, source)
select now() - random_day * interval '1 day', lot_id, floor(random() * 200)::integer, true, 'import'
from (
  select 1 + floor(random() * (select count(*) from bench_lots))::bigint as n,
    random() * $2::float8 as random_day
  from generate_series(1, $1::integer)
) as drawn
join bench_lots using (n)
