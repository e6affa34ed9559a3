-- How many spaces are free by the count of the vehicles, for what begins at an instant that has not
-- passed; null: no count binds that.
create or replace function free_by_count(lot lots, begins_at timestamptz)
returns integer language sql stable
return case
  when not lot.reports_inform_only and lot.reported_at > begins_at - interval '15 minutes'
  then lot.total_spaces - lot.reported_occupied end;
