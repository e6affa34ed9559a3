-- The thresholds that a lot is above with so many spaces in use: those it reaches, and those it was
-- above and is not 5 points below. Below a threshold of 5 or less is only an empty lot.
create or replace function thresholds_above(lot lots, occupied integer)
returns smallint[] language sql immutable parallel safe
return array(
  select threshold
  from unnest(lot.occupancy_thresholds) as threshold
  where occupied * 100 >= threshold * lot.total_spaces
    or threshold <= lot.crossed_thresholds[cardinality(lot.crossed_thresholds)]
      and occupied * 100 > greatest(threshold - 5, 0) * lot.total_spaces
  order by threshold);
