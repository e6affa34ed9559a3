-- Writes the rows of a mart that differ from the last build, and marks those that no longer hold.
-- Only rows that are stale can be gone: the others were not computed again.
merge into "$mart" as mart
using (
  with kept as (
    select * exclude (is_gone, build) from "$mart" where not is_gone and ("$stale")
  ),
  computed as (
    "$rows"
  ),
  written as (
    select *, false as is_gone from (from computed except from kept)
    union all
    select *, true as is_gone from kept anti join computed using ("$key")
  )
  -- In the order of the stored rows: changing them in any other takes fifty times as long.
  select written.*, $build::integer as build
  from written left join "$mart" as stored using ("$key")
  order by stored.rowid
) as written
using ("$key")
when matched then update by name
when not matched then insert by name;
