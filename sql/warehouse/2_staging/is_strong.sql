-- Whether enough was observed on a lot in 28 days to count: eight stays of three vehicles, or
-- counts of vehicles on seven days. So four such lots have the 30 stays that an area needs.
create macro is_strong(stay_count, vehicle_count, counted_day_count) as
  coalesce(stay_count >= 8 and vehicle_count >= 3, false)
  or coalesce(counted_day_count >= 7, false);
