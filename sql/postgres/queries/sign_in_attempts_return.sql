-- Takes back the count of a try that did not fail, in the scopes that it was counted in.
-- :is_in: it succeeded, so what was counted nearest to it begins from nothing.
with counted as materialized (
  select scope, subject
  from sign_in_attempts
  where (scope, subject) in (
    select scope, subject
    from unnest(:scopes::smallint[], :subjects::bytea[]) as given (scope, subject))
  order by scope
  for no key update
)
update sign_in_attempts as stored
set attempt_count = case
  when :is_in::boolean and stored.scope <= 2 then 0
  else greatest(attempt_count - 1, 0)
end
from counted
where stored.scope = counted.scope and stored.subject = counted.subject;
