-- Counts the months, so that a month can be the second number of an advisory lock on `usage`.
create or replace function usage_month_number(at timestamptz) returns integer language sql stable
return (extract(year from at at time zone 'UTC') * 12
  + extract(month from at at time zone 'UTC'))::integer;
