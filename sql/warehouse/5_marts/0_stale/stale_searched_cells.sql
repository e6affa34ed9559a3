-- One row per world and cell with a search in the batches after $search_log_seen that lies before
-- the hour of $as_of; all cells ever searched when it is 0.
create or replace temp table stale_searched_cells as
select distinct livemode, cell
from fct_searches
where batch > $search_log_seen and searched_at < date_trunc('hour', $as_of::timestamptz);
