-- Identifies the run that wrote the stored projection sites: each run writes its own instant into
-- all of them.
select concat_ws(' ', count(*), max(to_at)) as mark
from marts.projection_sites
where livemode = :livemode;
