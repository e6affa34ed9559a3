-- Drops the first day of searches that nobody needs any more, if it is at least :days_kept days
-- old, and returns its end; null when there is none.
select drop_search_day(:days_kept::integer) as dropped_before;
