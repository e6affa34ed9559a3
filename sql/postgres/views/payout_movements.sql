-- Money that came in for an operator's lots or went back out, each at its instant. A refund gives
-- its part of the platform's fee back.
create or replace view payout_movements as
select
  operator_id, livemode, lot_id, currency, captured_at as at, 1 as session_count,
  subtotal_minor as gross_minor, platform_fee_minor, 0::bigint as refunds_minor
from sessions
where captured_at is not null
union all
select
  refunds.operator_id, refunds.livemode, sessions.lot_id, refunds.currency, refunds.settled_at, 0,
  0, -refunds.fee_minor, refunds.amount_minor
from refunds
join sessions using (session_id)
where refunds.status = 'succeeded';
