-- Stores a link that confirms the e-mail address of an operator, if it has one, nobody has checked
-- or refused it, and fewer than :sent_max were sent within a day. No row is returned when there is
-- no such operator. Two calls count one after the other once they have waited
-- (operator_confirmations_wait).
with asked as materialized (
  select operator_id, email, checked_at, checked_by
  from operators
  where operator_id = :operator_id
  for no key update
),
counted as materialized (
  select asked.*, (
    select count(*)::integer
    from operator_confirmations as sent
    where sent.operator_id = asked.operator_id and sent_at > now() - interval '1 day'
  ) as sent_count
  from asked
),
added as (
  insert into operator_confirmations (token_sha256, operator_id, expires_at)
  select :token_sha256::bytea, operator_id, now() + interval '1 day'
  from counted
  where email is not null and checked_at is null and checked_by is null and sent_count < :sent_max
  returning operator_id
)
select email, checked_at, checked_by, exists (select from added) as is_added from counted;
