-- The rights that each role has: no others. Only the owner may use what is not declared, except
-- for functions that run with their caller's rights. No role may truncate a table, delete rows of
-- an append-only one, or create anything.
-- :api is the name of the role that answers calls, :pipelines the name of the role that runs the
-- timetable's jobs. Those of the courier are in grants_declare_courier.
with declared (objects, api, pipelines) as (
  values
    ('schema public, schema marts', 'usage', 'usage'),
    ('schema pgboss', 'usage', 'usage'),
    ('pgboss.job', 'select (name), select (state)', null),
    ('function is_open_since_before(timestamp with time zone)', null, 'execute'),
    ('function oldest_writer()', 'execute', 'execute'),
    ('function add_search_days(integer), function drop_search_day(integer)', null, 'execute'),
    ('function due_searches(integer)', null, 'execute'),
    ('function count_mandate(), function ask_for_proof(), function await_invoice()', null, null),
    ('function count_gross(), function book_capture(), function book_captures_new()', null, null),
    ('function book_refund(), function note_plan(), function forget_secret()', null, null),
    ('function book_processor_fees(), function refuse_plain_plate()', null, null),
    -- Append-only.
    ('audit_log, simulated_captures, simulated_refunds, simulated_attempts, simulated_raises',
      'select, insert', 'select, insert'),
    ('audit_rows', 'insert', 'insert'),
    ('events', 'select, insert', 'insert'),
    ('occupancy_counts', 'select, insert', 'select'),
    ('search_log', 'insert', 'select'),
    ('search_log_search_id_seq', 'usage', null),
    ('conversions, search_crowds, area_cells, ordinary_days', null, 'select, insert'),
    ('usage', 'select, insert', 'select'),
    ('closed_usage_months, cell_cities', 'select', 'select, insert'),
    -- What operators owe for their plans and answers.
    ('unbilled_months', null, 'select, delete'),
    ('invoices', 'select', 'select, insert, update'),
    ('processor_customers', null, 'select, insert, update'),
    ('invoice_lines, invoice_fees', 'select', 'select, insert'),
    ('simulated_invoices', null, 'insert'),
    -- Written by commands, which run as the owner.
    ('migrations, definitions, caller_secret', 'select', 'select'),
    ('operators', 'select', 'select (operator_id), select (name), select (created_at)'),
    ('operators', null,
      'select (checked_at), select (checked_by), update (checked_at), update (checked_by)'),
    ('operators', null, 'select (email), update (email)'),
    ('operators', 'update (checked_at), update (checked_by)', null),
    ('operators',
      'update (plan), update (bought_plan), update (plan_price_cents), update (next_plan), '
      'update (next_plan_at), update (plan_at)',
      'update (plan), update (bought_plan), update (plan_price_cents), update (next_plan), '
      'update (next_plan_at)'),
    ('operators', null, 'select (plan), select (next_plan), select (next_plan_at)'),
    ('operator_confirmations', 'select', 'select, delete'),
    ('seal_keys, mandate_periods', 'select', null),
    -- Without the key that opens them, the pipelines read no plate.
    ('plate_keys', 'select', 'select (stage)'),
    ('mandates, agents, dispatches', 'select, insert', null),
    ('ledger, captured_months, captured_months_start, held_plans', 'select', 'select'),
    ('reading_positions', null, 'select, update'),
    -- Keys can be made and ended, and given to an agent: the rights of a key never change.
    ('api_keys', 'select, insert, update (last_used_at), update (revoked_at)', null),
    ('api_keys', 'update (agent_platform), update (agent_id)', null),
    ('agents', 'select, insert', null),
    ('key_details, agent_details, connected_app_details', 'select', null),
    ('distinct_lots', 'select', 'select'),
    -- Written by the pipelines about their work.
    ('archive_files', 'select',
      'select, insert, update (file_name), update (byte_count), update (sha256), update (damage)'),
    ('search_log_start', 'select', 'select'),
    ('simulated_payers', null, 'select'),
    ('refresh_status', 'select', 'select, update'),
    -- Lots, stays and holds, and what belongs to them.
    ('lots, sessions, holds, refunds', 'select, insert, update', 'select, update'),
    ('session_details, sessions_by_viewer, holds_by_viewer, payout_movements', 'select', 'select'),
    ('hold_details', 'select', null),
    ('local_events', 'select, insert, update (deleted_at)', 'select'),
    ('processor_events', 'insert', 'select, update, delete'),
    ('spare_intents', 'select, insert, update, delete', 'select, update, delete'),
    ('disputes, processor_payouts, first_listings', null, 'select, insert, update'),
    ('processor_movements', null, 'select, insert'),
    ('reconciled_days, reconciliation_findings', 'select', 'select, insert, update'),
    ('webhooks', 'select, insert, update', 'select'),
    ('webhook_secrets',
      'insert, select (webhook_id), select (previous_until), update (previous_until), '
      'update (secret)',
      null),
    ('webhook_addresses', 'select', 'select, delete'),
    ('webhook_addresses', 'update (asked_at), update (challenge_count), update (due_at)', null),
    ('webhook_host_budgets', null, 'select, delete'),
    ('relay_position', 'select', null),
    ('vehicles', 'select, insert, update (plate)', null),
    ('vehicles', null, 'select, update (vehicle_id), delete'),
    ('shown_plates', 'select, insert', 'select (entity_id), select (vehicle_id), delete'),
    ('vins', 'select, insert, update (vin)', 'select, update (vin_id), delete'),
    ('drivers', 'select, insert, update (email)', 'select, update (email), delete'),
    -- A vehicle that is erased elsewhere gets another number in events of other operators.
    ('events', null, 'select, update (data)'),
    ('erasures', 'select, insert, update (subject), update (status), update (finished_at)',
      'select, update'),
    -- Rows that are deleted after a time.
    ('idempotency', 'select, insert, delete', 'select, insert, delete'),
    ('deliveries, payee_accounts', 'select, insert, update', 'select, update, delete'),
    ('event_bodies', 'select, insert', 'select, update (vehicle_id), delete'),
    ('search_callers', 'insert', 'select, delete'),
    ('searcher_counts', 'select, insert, update', 'select, delete'),
    ('crowd_members', null, 'select, insert, delete'),
    ('geocodes, purchases, tool_calls, call_counts', 'select, insert, update', 'select, delete'),
    ('call_refusals', 'select, insert', 'select, delete'),
    ('setbacks', 'select', 'select, insert, update, delete'),
    ('geocoder_slots', 'select, insert, update', null),
    -- Published by the pipelines, read by the API.
    ('marts.searches_by_cell', null, 'select, insert, update, delete'),
    ('marts.agent_demand, marts.search_percentiles', 'select', 'select, insert, update, delete'),
    -- Read by processes of the version before.
    ('marts.hexes, marts.hex_weeks', 'select', null),
    ('marts.areas, marts.area_weeks', 'select', 'select, insert, update, delete'),
    ('marts.search_areas, marts.search_weeks', 'select', 'select, insert, update, delete'),
    ('marts.area_history, marts.search_history', 'select', 'select, insert, update, delete'),
    ('marts.lots_by_city, marts.market_rate_by_lot', 'select', 'select, insert, update, delete'),
    ('marts.projection_sites, marts.search_surges', 'select', 'select, insert, update, delete'),
    ('marts.area_forecasts', 'select', 'select, insert, update, delete'),
    ('marts.lot_forecasts, marts.public_holidays', 'select', 'select, insert, update, delete'),
    ('marts.forecast_edition', 'select', 'select, update'),
    ('marts.publication', 'select', 'select, insert, update')
)
select role, objects, privileges
from declared
cross join lateral (values (:api::text, api), (:pipelines::text, pipelines))
  as given (role, privileges)
where privileges is not null;
