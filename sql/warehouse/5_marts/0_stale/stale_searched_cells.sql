-- One row per mode and cell with a search in the batches after $search_log_seen, made before the
-- hour of $as_of. All cells with such a search when $search_log_seen is 0.
create or replace temp table stale_searched_cells as
select distinct livemode, cell
from fct_searches
where batch > $search_log_seen and searched_at < date_trunc('hour', $as_of::timestamptz);
