-- Whole percent of a lot in use; a lot without spaces is full. The same as occupancyPct in
-- src/tariffs/offer-lot-rate.ts.
create or replace function occupancy_pct(total_spaces integer, occupied integer)
returns integer language sql immutable parallel safe
return case when total_spaces = 0 then 100
  else least(100, (200 * occupied + total_spaces) / (2 * total_spaces)) end;
