-- How many of the hours [from_hour, to_hour), counted from 1970, are this hour of the week (0 is
-- Monday, 0:00 UTC).
create macro hours_within(from_hour, to_hour, hour_of_week) as
  (to_hour + 71 - hour_of_week) // 168 - (from_hour + 71 - hour_of_week) // 168;
