-- What the courier may: everything else is closed to it.
-- :courier is the name of the role that sends events to webhooks.
with declared (objects, privileges) as (
  values
    ('schema public', 'usage'),
    ('migrations, definitions, plate_keys, webhook_secrets', 'select'),
    ('events, vehicles, shown_plates', 'select'),
    ('audit_log, audit_rows', 'insert'),
    ('webhooks, webhook_addresses, relay_position', 'select, update'),
    ('deliveries, event_bodies, webhook_host_budgets', 'select, insert, update')
)
select :courier::text as role, objects, privileges from declared;
