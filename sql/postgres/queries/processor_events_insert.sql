-- Stores an event of the payment processor, once. One with an outcome needs no work.
-- Keeps its plan.
insert into processor_events (
  event_id, type, livemode, object_id, payment_intent_id, account_id, created_at, outcome,
  worked_at)
values (
  :event_id, :type, :livemode, :object_id, :payment_intent_id, :account_id, :created_at, :outcome,
  case when :outcome::text is not null then now() end)
on conflict do nothing;
