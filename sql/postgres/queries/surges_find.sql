-- How much more than usual is searched in some cells, where it is more.
-- $1 livemode
-- $2 cells  of resolution 7
select cell::text as cell, surge_pct
from marts.search_surges
where livemode = $1
  and cell = any($2::bigint[])
  and until_at > now();
