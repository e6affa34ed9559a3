-- One row per hold that was made: the spaces it takes, and when it takes them at the latest.
create view stg_holds as
with holds as (
  select
    batch, audit_id, livemode, entity_id as hold_id,
    from_json(diff, '{"after": {
      "lot_id": "UUID", "space_count": "INTEGER", "starts_at": "TIMESTAMPTZ",
      "ends_at": "TIMESTAMPTZ", "expires_at": "TIMESTAMPTZ"
    }}').after as hold
  from raw_audit
  where action = 'hold.created'
)
select
  batch, audit_id, hold_id, hold.lot_id, livemode, hold.space_count, hold.starts_at,
  least(hold.ends_at, hold.expires_at) as ends_at
from holds;
