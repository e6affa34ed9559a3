-- Money that came in for an operator's lots or went back out, each at its instant. A refund gives
-- its part of the platform's fee back. What the processor keeps is no matter of the operator's.
create or replace view payout_movements as
select
  operator_id, livemode, lot_id, currency, at, stay_count as session_count,
  -(driver_minor + shortfall_minor) as gross_minor, platform_fee_minor, refunds_minor
from ledger
where kind <> 'processor_fee';
