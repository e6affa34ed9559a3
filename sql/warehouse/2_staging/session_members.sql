-- What the audit row of a session's beginning or end says of it, each member as text: a cast that
-- fails must not look like a member that is missing.
create macro session_members(diff) as
  from_json(diff, '{"after": {
    "lot_id": "VARCHAR", "started_at": "VARCHAR", "ended_at": "VARCHAR", "vehicle_id": "VARCHAR",
    "rate_minor": "VARCHAR", "rate_snapshot": "JSON", "subtotal_minor": "VARCHAR",
    "currency": "VARCHAR"
  }}').after;
