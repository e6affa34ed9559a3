-- Accounts of operators at a processor that nobody has read for a day, live ones first, then those
-- unread longest. One that failed before is listed again once its next try is due.
select
  operator_id, payee_accounts.livemode, account_id,
  coalesce(first_failed_at <= now() - interval '24 hours', false) as is_last_try
from payee_accounts
left join setbacks on job = 'read-payees' and entity_id = account_id
where processor = :processor and account_id is not null
  and (checked_at is null or checked_at <= now() - interval '24 hours')
  and (job is null or retry_at <= now())
order by payee_accounts.livemode desc, checked_at nulls first, account_id
limit :row_limit;
