-- Which groups of the synthetic city had three callers on one day, of searches that are too old for
-- it to be found from who made them. Its callers are drawn at random, so three searches count as
-- those of three.
insert into search_crowds (crowd, livemode, on_day, dimension, city_id, label)
select
  hashtextextended(concat_ws(' ', livemode, on_day, dimension, city_id, label), 0) as crowd,
  livemode, on_day, dimension, city_id, label
from (
  select livemode, (at at time zone 'UTC')::date as on_day, 'cell' as dimension,
    null::integer as city_id, cell_parent(cell, resolution)::text as label
  from search_log
  cross join generate_series(5, 9) as resolution
  where at < now() - interval '24 hours'
  union all
  select livemode, searched_on, dimension, city_id, label
  from search_log
  cross join lateral (
    values
      ('all', ''),
      ('hour', local_hour::text),
      ('platform', agent_platform),
      ('place', cell_parent(cell, 8)::text),
      ('wanted_on', wanted_on::text)
  ) as of_city (dimension, label)
  where city_id is not null and at < now() - interval '24 hours'
) as searched
group by livemode, on_day, dimension, city_id, label
having count(*) >= 3
on conflict (crowd) do nothing;
