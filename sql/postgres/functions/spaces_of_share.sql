-- The spaces that a percentage of a lot is: one at least, unless it is 0.
create or replace function spaces_of_share(total_spaces integer, pct integer)
returns integer language sql immutable parallel safe
return case when pct = 0 then 0 else greatest(1, total_spaces * pct / 100) end;
