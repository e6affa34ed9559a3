-- What an operator is due for a calendar month: what was captured in it and what was given back.

-- When a stay's money was captured: it may be long after the stay ended. Null: not yet, or not by
-- us, as with imported stays. The audit log knows it of stays older than the column.
alter table sessions add column captured_at timestamptz;
update sessions
set captured_at = coalesce(paid.at, sessions.ended_at)
from sessions as same
left join (
  select entity_id as session_id, min(at) as at
  from audit_log
  where action = 'payment.completed'
  group by entity_id
) as paid using (session_id)
where same.session_id = sessions.session_id
  and sessions.status in ('completed', 'expired')
  and sessions.source <> 'import';
alter table sessions add constraint sessions_captured check
  ((captured_at is not null) = (status in ('completed', 'expired') and source <> 'import'));

drop index sessions_by_operator_end;
create index sessions_by_capture on sessions (operator_id, livemode, captured_at)
  where captured_at is not null;
create index refunds_by_settlement on refunds (operator_id, livemode, settled_at)
  where status = 'succeeded';

-- Money that came in for an operator's lots or went back out, each at its instant. A refund gives
-- its part of the platform's fee back.
create view payout_movements as
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
