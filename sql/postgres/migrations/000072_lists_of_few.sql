-- outside a transaction

-- Indexes for lists that are narrowed down to few of very many rows: without them a page is looked
-- for among all rows of an operator, or of all operators.
create index concurrently if not exists sessions_by_lot
on sessions (lot_id, created_at, session_id);
-- Almost all stays are completed.
create index concurrently if not exists sessions_not_completed
on sessions (operator_id, livemode, created_at, session_id)
where status <> 'completed';
create index concurrently if not exists sessions_not_completed_by_creator
on sessions (creator_operator_id, livemode, created_at, session_id)
where status <> 'completed' and creator_operator_id <> operator_id;
create index concurrently if not exists holds_by_lot on holds (lot_id, created_at, hold_id);
create index concurrently if not exists holds_by_fleet
on holds (fleet_id, created_at, hold_id) where fleet_id is not null;
create index concurrently if not exists events_by_type
on events (operator_id, livemode, type, created_at, event_id);
create index concurrently if not exists deliveries_by_type
on deliveries (webhook_id, type, created_at, delivery_id);
create index concurrently if not exists deliveries_canceled
on deliveries (webhook_id, created_at, delivery_id)
where status = 'canceled';
create index concurrently if not exists audit_log_elsewhere_by_action
on audit_log (actor_operator_id, livemode, action, at, audit_id)
where actor_operator_id is not null;
create index concurrently if not exists audit_log_elsewhere_by_actor
on audit_log (actor_operator_id, livemode, actor_id, at, audit_id)
where actor_operator_id is not null;

-- Of smaller tables. Cells of all lots take the place of lots_by_cell, which processes of the
-- version before still use: until there are statistics, the planner mistakes one index of listed
-- lots for another.
create index concurrently if not exists lots_in_cells on lots (cell);
create index concurrently if not exists lots_scheduled on lots (lot_id)
where scheduled_rates <> '[]' and deleted_at is null;
create index concurrently if not exists lots_off_list_by_operator
on lots (operator_id, livemode, created_at, lot_id)
where deleted_at is null and not (is_listed and status = 'active');
create index concurrently if not exists lots_possible_duplicates on lots (livemode, updated_at)
where duplicate_of is not null and deleted_at is null;
create index concurrently if not exists lots_merged on lots (livemode, updated_at)
where merged_into is not null and deleted_at is null;
create index concurrently if not exists distinct_lots_by_higher on distinct_lots (higher_id);
create index concurrently if not exists distinct_lots_by_decision on distinct_lots (decided_at);
create index concurrently if not exists api_keys_by_platform on api_keys (agent_platform, livemode)
where agent_platform is not null;
create index concurrently if not exists public_holidays_by_day on marts.public_holidays (day);
