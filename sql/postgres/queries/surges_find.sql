-- How much more than usual is searched in the given cells; only cells where it is more.
-- :cells are of resolution 7.
-- Keeps its plan.
select cell::text as cell, surge_pct
from marts.search_surges
where livemode = :livemode
  and cell = any(:cells::bigint[])
  and until_at > now();
