-- Countries that lack one of the percentiles 0 to 100, or with a percentile that is negative or
-- lower than the previous one.
with percentiles as (
  from search_percentiles where not is_gone
),
steps as (
  select
    livemode, country, percentile, searcher_count,
    lag(searcher_count) over (partition by livemode, country order by percentile) as previous
  from percentiles
),
wrong as (
  select livemode, country, count(*) as percentile_count
  from steps
  group by all
  having count(*) <> 101 or min(percentile) <> 0 or max(percentile) <> 100
    or count(*) filter (searcher_count < previous or searcher_count < 0) > 0
)
select * from wrong;
