-- $1 counts of vehicles, between $2 and $3 days old.
insert into occupancy_counts (at, lot_id, occupied, livemode, source)
select now() - random_day * interval '1 day', lot_id, floor(random() * 200)::integer, true, 'import'
from (
  select 1 + floor(random() * (select count(*) from bench_lots))::bigint as n,
    ($2::float8 + random() * ($3::float8 - $2::float8)) as random_day
  from generate_series(1, $1::integer)
) as drawn
join bench_lots using (n)
