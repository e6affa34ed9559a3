-- The different opening hours among the listed lots of an area, each with the text that stands for
-- it: hours mean something else in another zone and under other holidays.
-- $1 livemode
-- $2 box
-- $3 box_beyond  the part past the antimeridian; null: none
select distinct
  opening_hours,
  timezone,
  country,
  state,
  json_build_array(opening_hours, timezone, country, state)::text as schedule
from (values ($2::box), ($3::box)) as area (part)
join lots on lots.position <@ area.part
where deleted_at is null
  and is_listed
  and status = 'active'
  and livemode = $1
  and opening_hours is not null;
