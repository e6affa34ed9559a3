-- Stores the open minutes of opening hours. What is stored already stays as it is.
-- :minutes are those of :hours, in the same order; null where they are not known.
insert into ordinary_days (opening_hours, open_minutes)
select opening_hours, open_minutes
from unnest(:hours::text[], :minutes::smallint[]) as given (opening_hours, open_minutes)
on conflict (opening_hours) do nothing;
