-- One row per hold that was canceled or expired before all of its spaces were redeemed.
create view stg_hold_releases as
with releases as (
  select
    batch, audit_id, entity_id as hold_id, logged_at as released_at,
    from_json(diff, '{"after": {"activated_count": "INTEGER"}}').after as hold
  from raw_audit
  where action in ('hold.canceled', 'hold.expired')
)
select batch, audit_id, hold_id, released_at, hold.activated_count as redeemed_count
from releases;
