-- One page of an operator's webhooks, newest first.
-- :after_us is when the last one of the page before was created, in microseconds since 1970, and
-- null for the first page; :after_id is its id.
select
  webhook_id, url, events, description, secret_last4, status, consecutive_failures, paused_at,
  pause_reason, last_success_at, last_failure_at, created_at, updated_at,
  verified_at, failure as verification_failure,
  (extract(epoch from created_at) * 1000000)::bigint as created_us
from webhooks
left join webhook_addresses using (operator_id, livemode, url)
where operator_id = :operator_id
  and livemode = :livemode
  and deleted_at is null
  and (:after_us::bigint is null
    or (created_at, webhook_id)
      < (timestamptz 'epoch' + :after_us * interval '1 microsecond', :after_id))
order by created_at desc, webhook_id desc
limit :row_limit;
