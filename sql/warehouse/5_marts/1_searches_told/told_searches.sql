-- One row per mode, area of searches and day (UTC) of the last 28 on which three callers searched
-- in one of its cells of resolution 8. Searches of other days are not told: otherwise two periods
-- could differ by those of a single caller.
-- only with rows of: stale_searches
create or replace temp table told_searches as
with crowds as (
  select livemode, label::bigint as place, on_day as day
  from fct_search_crowds
  where dimension = 'cell' and on_day >= $as_of::timestamptz::date - 28
    and on_day < $as_of::timestamptz::date and (select is_searched from stale_searches)
)
select distinct livemode, cell, day
from crowds join search_places using (livemode, place);
