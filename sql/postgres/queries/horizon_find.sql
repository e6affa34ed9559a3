-- The horizon of a drain that begins after this statement: that drain reads everything committed
-- before the horizon. It is now, or the start of the transaction that has been writing longest:
-- rows that a drain leaves for later were committed after an open transaction got its id, so after
-- that transaction's start. Null where the server does not show that start. In ISO 8601 UTC.
-- Keeps its plan.
select to_char(
  case when writer is null then statement_timestamp()
    when writer.started_at is not null then least(writer.started_at, statement_timestamp()) end
    at time zone 'UTC',
  'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as horizon
from (select) as one_row
left join oldest_writer() as writer on true;
