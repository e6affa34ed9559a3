-- Stores a dispute as the payment processor has it now; a new one is reported. A dispute closes
-- once.
-- :is_closed: whether the processor has decided it.
-- Keeps its plan.
with noted as (
  insert into disputes as known (
    dispute_id, session_id, operator_id, livemode, amount_minor, currency, reason, status,
    opened_at, closed_at)
  select :dispute_id, session_id, operator_id, livemode, :amount_minor, :currency, :reason,
    :status, :opened_at, case when :is_closed then now() end
  from sessions where session_id = :session_id
  on conflict (dispute_id) do update
  set status = excluded.status, reason = excluded.reason, amount_minor = excluded.amount_minor,
    closed_at = case when :is_closed then coalesce(known.closed_at, now()) end
  returning new.*, old.dispute_id is null as is_new
),
announced as (
  insert into events (event_id, type, livemode, operator_id, entity_id, data)
  select :event_id, 'payment.failed', livemode, operator_id, session_id, :event_data::jsonb
  from noted where is_new
)
select is_new from noted;
