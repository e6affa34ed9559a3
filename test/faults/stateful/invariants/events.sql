-- Every stay has the events of what became of it, each once, and no event tells of another stay.
with told as (
  select entity_id, type, count(*) as event_count from events group by entity_id, type
),
expected as (
  select session_id as entity_id, 'session.created' as type, 1 as event_count from sessions
  union all
  select session_id, 'session.extended', extended_count from sessions
  union all
  select session_id, 'session.ended', (captured_at is not null)::integer from sessions
  union all
  select session_id, 'payment.completed', (captured_at is not null)::integer from sessions
)
select entity_id || ' has ' || coalesce(told.event_count, 0) || ' events ' || type || ' instead of '
  || expected.event_count as fault
from expected
left join told using (entity_id, type)
where coalesce(told.event_count, 0) <> expected.event_count
union all
select 'event ' || type || ' of ' || entity_id || ', which is not there'
from told
where type ~ '^(session|payment)\.' and entity_id not in (select entity_id from expected);
