-- One row per creation, change or deletion of a lot: the whole lot as it was afterwards. Places
-- are rounded to whole ten-millionths of a degree, because older audit rows have more digits.
-- Spaces that nobody counted are null. Possible duplicates of others are not counted.
create view stg_lot_changes as
with changes as (
  select
    batch, tx, audit_id, action, logged_at as changed_at, livemode, entity_id,
    action = 'lot.deleted' as is_deleted,
    from_json(diff, '{"after": {
      "operator_id": "VARCHAR", "cell": "VARCHAR", "latitude": "VARCHAR", "longitude": "VARCHAR",
      "country": "VARCHAR", "total_spaces": "VARCHAR", "is_capacity_estimated": "VARCHAR",
      "rate_minor": "VARCHAR",
      "rate_unit": "VARCHAR", "billing_step_minutes": "VARCHAR", "currency": "VARCHAR",
      "max_daily_minor": "VARCHAR", "has_no_daily_max": "VARCHAR", "tariff": "JSON",
      "opening_hours": "VARCHAR",
      "is_overnight_allowed": "VARCHAR", "status": "VARCHAR", "is_listed": "VARCHAR",
      "duplicate_of": "VARCHAR"
    }}').after as lot
  from raw_audit
  where action in ('lot.created', 'lot.updated', 'lot.deleted')
)
select
  batch, audit_id, changed_at, try_cast(entity_id as uuid) as lot_id, livemode, is_deleted,
  lot.operator_id, try_cast(lot.cell as bigint) as cell,
  -- Adding 0 turns -0 into 0.
  round(try_cast(lot.latitude as double), 7) + 0 as latitude,
  round(try_cast(lot.longitude as double), 7) + 0 as longitude,
  lot.country,
  if(
    try_cast(lot.is_capacity_estimated as boolean), null, try_cast(lot.total_spaces as integer)
  ) as total_spaces,
  try_cast(lot.rate_minor as bigint) as rate_minor, lot.rate_unit,
  try_cast(lot.billing_step_minutes as integer) as billing_step_minutes, lot.currency,
  try_cast(lot.max_daily_minor as bigint) as max_daily_minor,
  try_cast(lot.has_no_daily_max as boolean) as has_no_daily_max,
  nullif(lot.tariff::varchar, 'null') as tariff,
  try_cast(json_extract_string(lot.tariff, '$.reference.hour_minor') as bigint)
    as tariff_hour_minor,
  try_cast(json_extract_string(lot.tariff, '$.reference.day_minor') as bigint) as tariff_day_minor,
  lot.opening_hours,
  try_cast(lot.is_overnight_allowed as boolean) as is_overnight_allowed, lot.status,
  try_cast(lot.is_listed as boolean) as is_listed, lot.duplicate_of is null as is_counted,
  fault_of(tx, audit_id, action, entity_id, fault_lot(
    changed_at, livemode, entity_id, is_deleted, lot)) as fault
from changes;
