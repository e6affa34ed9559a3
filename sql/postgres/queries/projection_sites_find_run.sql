-- Which run wrote the projection sites that there are: each run writes its own instant into all.
select concat_ws(' ', count(*), max(to_at)) as mark
from marts.projection_sites
where livemode = :livemode;
