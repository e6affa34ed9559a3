-- Countries that lack one of the percentiles 0 to 100, or with a percentile that is negative or
-- lower than the one before.
with percentiles as (
  from search_percentiles where not is_gone
),
steps as (
  select
    livemode, country, percentile, searchers_per_million,
    lag(searchers_per_million) over (partition by livemode, country order by percentile) as previous
  from percentiles
),
wrong as (
  select livemode, country, count(*) as percentile_count
  from steps
  group by all
  having count(*) <> 101 or min(percentile) <> 0 or max(percentile) <> 100
    or count(*) filter (searchers_per_million < previous or searchers_per_million < 0) > 0
)
select * from wrong;
