-- outside a transaction

-- Each run of these statements makes few entries, so that nobody waits for long. A stay that is
-- captured meanwhile has its entry by the trigger.
with batch as materialized (
  select * from sessions
  where session_id > (select up_to from ledger_filled)
  order by session_id limit 2000
),
entered as (
  insert into ledger (
    kind, at, operator_id, livemode, lot_id, session_id, currency, stay_count,
    driver_minor, shortfall_minor, platform_fee_minor, operator_minor)
  select
    'stay', captured_at, operator_id, livemode, lot_id, session_id, currency, 1,
    -subtotal_minor, shortfall_minor, platform_fee_minor,
    subtotal_minor - shortfall_minor - platform_fee_minor
  from batch where captured_at is not null
  on conflict (session_id) where kind = 'stay' do nothing
)
update ledger_filled set up_to = (select max(session_id) from batch)
where exists (select from batch);

insert into ledger (
  kind, at, operator_id, livemode, lot_id, session_id, refund_id, currency,
  refunds_minor, platform_fee_minor, operator_minor)
select
  'refund', refunds.settled_at, refunds.operator_id, refunds.livemode, sessions.lot_id,
  refunds.session_id, refunds.refund_id, refunds.currency,
  refunds.amount_minor, -refunds.fee_minor, refunds.fee_minor - refunds.amount_minor
from refunds
join sessions using (session_id)
where refunds.status = 'succeeded'
  and not exists (
    select from ledger where ledger.refund_id = refunds.refund_id and ledger.kind = 'refund')
order by refunds.refund_id limit 2000
on conflict (refund_id) where kind = 'refund' do nothing;

alter table sessions validate constraint sessions_shortfall;
alter table sessions validate constraint sessions_refunds;
alter table sessions validate constraint sessions_money;
