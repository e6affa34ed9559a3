-- What the jobs of the timetable tried and could not do, so that a row that always fails is tried
-- less and less often, and holds up no other. A row goes once its entity is dealt with.
create table setbacks (
  job text not null,
  entity_id text not null,
  livemode boolean not null,
  failure_count integer not null default 1 check (failure_count > 0),
  first_failed_at timestamptz not null default now(),
  -- Null: given up, after a day.
  retry_at timestamptz,
  primary key (job, entity_id)
);

-- An imported stay was paid elsewhere: refunds of one could never be paid, and were never failed
-- either. Its total is again what it was. The calls that opened them may be made anew, and are
-- refused then.
with failed as (
  update refunds
  set status = 'failed', settled_at = now()
  from sessions
  where sessions.session_id = refunds.session_id
    and sessions.source = 'import'
    and refunds.status = 'pending'
  returning refunds.*
),
total as (
  select session_id, sum(amount_minor)::bigint as amount_minor, sum(fee_minor)::bigint as fee_minor
  from failed
  group by session_id
),
given_back as (
  update sessions
  set refunded_minor = refunded_minor - total.amount_minor,
    fee_refunded_minor = fee_refunded_minor - total.fee_minor
  from total
  where sessions.session_id = total.session_id
),
audited as (
  insert into audit_log (actor_type, actor_id, operator_id, livemode, action, entity_id, diff)
  select 'system', 'migration', operator_id, livemode, 'refund.failed', session_id,
    jsonb_build_object('after', jsonb_build_object(
      'refund_id', refund_id, 'status', status, 'reason', 'imported'))
  from failed
)
delete from idempotency
using failed
where idempotency.key_id = failed.key_id
  and idempotency.operation = 'refundSession'
  and idempotency.response ->> 'refundId' = failed.refund_id;

-- What the simulated processor was asked for by those who rehearse a failure at the first attempt.
create table simulated_attempts (
  attempt text primary key,
  attempted_at timestamptz not null default now()
);
