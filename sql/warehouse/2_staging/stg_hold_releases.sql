-- One row per hold that was canceled or expired before all of its spaces were redeemed.
create view stg_hold_releases as
with releases as (
  select
    batch, tx, audit_id, action, entity_id as hold_id, logged_at as released_at,
    from_json(diff, '{"after": {"activated_count": "VARCHAR"}}').after.activated_count
      as redeemed_count
  from raw_audit
  where action in ('hold.canceled', 'hold.expired')
)
select
  batch, audit_id, hold_id, released_at, try_cast(redeemed_count as integer) as redeemed_count,
  fault_of(tx, audit_id, action, hold_id, concat_ws('; ',
    fault_text('entity_id', hold_id),
    fault_instant('at', released_at),
    fault_number('activated_count', redeemed_count, 0, 50))) as fault
from releases;
