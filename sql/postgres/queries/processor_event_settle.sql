-- Notes what was done about an event of the payment processor, once.
-- Keeps its plan.
update processor_events set worked_at = now(), outcome = :outcome
where event_id = :event_id and worked_at is null;
