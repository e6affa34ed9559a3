-- One row per creation, change or deletion of a lot: the whole lot as it was afterwards. Places
-- are rounded to whole ten-millionths of a degree, because older audit rows have more digits.
-- Spaces that nobody counted are null. Possible duplicates of others are not counted.
create view stg_lot_changes as
with changes as (
  select
    batch, audit_id, logged_at as changed_at, livemode, entity_id::uuid as lot_id,
    action = 'lot.deleted' as is_deleted,
    from_json(diff, '{"after": {
      "operator_id": "VARCHAR", "cell": "BIGINT", "latitude": "DOUBLE", "longitude": "DOUBLE",
      "country": "VARCHAR", "total_spaces": "INTEGER", "is_capacity_estimated": "BOOLEAN",
      "rate_minor": "BIGINT",
      "rate_unit": "VARCHAR", "billing_step_minutes": "INTEGER", "currency": "VARCHAR",
      "max_daily_minor": "BIGINT", "has_no_daily_max": "BOOLEAN", "opening_hours": "VARCHAR",
      "is_overnight_allowed": "BOOLEAN", "status": "VARCHAR", "is_listed": "BOOLEAN",
      "duplicate_of": "UUID"
    }}').after as lot
  from raw_audit
  where action in ('lot.created', 'lot.updated', 'lot.deleted')
)
select
  batch, audit_id, changed_at, lot_id, livemode, is_deleted, lot.operator_id, lot.cell,
  -- Adding 0 turns -0 into 0.
  round(lot.latitude, 7) + 0 as latitude, round(lot.longitude, 7) + 0 as longitude,
  lot.country, if(lot.is_capacity_estimated, null, lot.total_spaces) as total_spaces,
  lot.rate_minor, lot.rate_unit, lot.billing_step_minutes, lot.currency,
  lot.max_daily_minor, lot.has_no_daily_max, lot.opening_hours, lot.is_overnight_allowed,
  lot.status, lot.is_listed, lot.duplicate_of is null as is_counted
from changes;
