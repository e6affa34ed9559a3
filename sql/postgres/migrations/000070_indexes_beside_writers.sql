-- outside a transaction

-- Indexes of the audit log and the events, which are large and written by every call. Migrations
-- 22, 36, 38 and 40 made them while nobody could write; where those have run already, there is
-- nothing to do.

create index concurrently if not exists events_by_tx on events (tx, event_id);
create index concurrently if not exists events_to_read
  on events (operator_id, livemode, tx, event_id);
create index concurrently if not exists events_by_operator
  on events (operator_id, livemode, created_at, event_id);

create index concurrently if not exists audit_log_of_lots on audit_log (livemode, tx, audit_id)
where action like 'lot.%';
create index concurrently if not exists audit_log_by_operator
  on audit_log (operator_id, livemode, at, audit_id);
create index concurrently if not exists audit_log_by_action
  on audit_log (operator_id, livemode, action, at, audit_id);
create index concurrently if not exists audit_log_by_actor
  on audit_log (operator_id, livemode, actor_id, at, audit_id);
create index concurrently if not exists audit_log_elsewhere
  on audit_log (actor_operator_id, livemode, at, audit_id)
  where actor_operator_id is not null;
