-- One row per hold that was made: the spaces it takes, and when it takes them at the latest.
create view stg_holds as
with holds as (
  select
    batch, tx, audit_id, action, livemode, entity_id as hold_id,
    from_json(diff, '{"after": {
      "lot_id": "VARCHAR", "space_count": "VARCHAR", "starts_at": "VARCHAR", "ends_at": "VARCHAR",
      "expires_at": "VARCHAR"
    }}').after as hold
  from raw_audit
  where action = 'hold.created'
)
select
  batch, audit_id, hold_id, try_cast(hold.lot_id as uuid) as lot_id, livemode,
  try_cast(hold.space_count as integer) as space_count,
  try_cast(hold.starts_at as timestamptz) as starts_at,
  least(try_cast(hold.ends_at as timestamptz), try_cast(hold.expires_at as timestamptz))
    as ends_at,
  fault_of(tx, audit_id, action, hold_id, concat_ws('; ',
    fault_flag('livemode', livemode),
    fault_text('entity_id', hold_id),
    fault_uuid('lot_id', hold.lot_id),
    fault_number('space_count', hold.space_count, 1, 50),
    fault_instant('starts_at', hold.starts_at),
    fault_instant('ends_at', hold.ends_at),
    fault_instant('expires_at', hold.expires_at))) as fault
from holds;
