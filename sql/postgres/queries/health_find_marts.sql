-- The age of the marts in whole seconds; null when nothing was published yet. Always one row, so
-- that an answer also proves that the database works. When the marts are older than
-- :age_seconds_max, the row also names the transaction that has been writing longest: rows after it
-- cannot be drained.
with marts as (
  select extract(epoch from now() - max(as_of))::integer as age_seconds from marts.publication
)
select
  age_seconds, writer.transaction, writer.started_at, writer.process_id, writer.application,
  writer.database
from marts
left join lateral oldest_writer() as writer
  on age_seconds > :age_seconds_max
  and coalesce(writer.started_at < now() - make_interval(secs => :age_seconds_max), true);
