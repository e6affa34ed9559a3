-- Whether the rows of a transaction were not visible yet in the snapshot `seen`. The lower bound is
-- where an index is read from. The upper one, which all that is visible now has, tells the planner
-- that these are few.
create or replace function is_unseen(tx xid8, seen pg_snapshot) returns boolean
language sql stable parallel safe
return tx >= pg_snapshot_xmin(seen) and tx < pg_snapshot_xmax(pg_current_snapshot())
  and not pg_visible_in_snapshot(tx, seen);
