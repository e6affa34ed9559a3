-- One row: whether batches after those of $…_seen_today change searches from before the day (UTC)
-- of $as_of, or their areas (is_searched), and whether they change lots. Both when these are 0; no
-- row when neither.
create or replace temp table stale_searches as
with searches as (
  select count(*) as new_count
  from fct_searches
  where batch > $search_log_seen_today and searched_at < date_trunc('day', $as_of::timestamptz)
),
crowds as (
  select count(*) as new_count
  from fct_search_crowds
  where batch > $search_crowds_seen_today and dimension = 'cell'
    and on_day < $as_of::timestamptz::date
),
cells as (
  select count(*) as new_count
  from fct_area_cells
  where batch > $area_cells_seen_today and kind = 'searches'
),
lots as (
  select count(*) as new_count from fct_lot_changes where batch > $audit_log_seen_today
)
select
  searches.new_count + crowds.new_count + cells.new_count > 0 or $search_log_seen_today = 0
    as is_searched,
  lots.new_count > 0 or $audit_log_seen_today = 0 as is_lotted
from searches, crowds, cells, lots
where is_searched or is_lotted;
