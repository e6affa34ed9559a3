-- Every stay that ended was captured once, for what its minutes cost; the fee is a tenth, rounded
-- half up; refunds are paid once and add up to no more than was captured. No plan here pays
-- another fee, and no lot has a maximum a day.
select 'stay ' || session_id || ' is ' || status || ' and costs ' || subtotal_minor
  || ', its fee is ' || platform_fee_minor as fault
from sessions
where subtotal_minor is not null and (
  subtotal_minor <> round(rate_minor * greatest(1, ceil(
    extract(epoch from ended_at - started_at) / 60 / billing_step_minutes))
    * billing_step_minutes / 60)
  or platform_fee_minor <> round(subtotal_minor / 10.0))
union all
select 'stay ' || session_id || ' is ' || status || ' and was captured ' || count(captured_at)
  || ' times, for ' || coalesce(sum(amount_minor), 0)
from (
  select session_id, status, subtotal_minor, capture.captured_at, amount_minor
  from sessions
  left join simulated_captures as capture using (payment_intent_id)
) as paid
group by session_id, status, subtotal_minor
having count(captured_at) > 1
  or status = 'active' and count(captured_at) > 0
  or status in ('completed', 'expired')
    and (count(captured_at) <> 1 or sum(amount_minor) <> subtotal_minor)
union all
select 'capture of ' || payment_intent_id || ' belongs to no stay'
from simulated_captures
where not is_canceled and payment_intent_id not in (select payment_intent_id from sessions)
union all
select 'stay ' || session_id || ' has refunds of ' || refunded_minor || ' and '
  || fee_refunded_minor || ' of its fee'
from sessions
cross join lateral (
  select coalesce(sum(amount_minor), 0) as amount_minor, coalesce(sum(fee_minor), 0) as fee_minor
  from refunds
  where session_id = sessions.session_id and status <> 'failed'
) as given_back
where refunded_minor <> given_back.amount_minor or fee_refunded_minor <> given_back.fee_minor
  or refunded_minor > coalesce(subtotal_minor, 0)
union all
select 'refund ' || refund_id || ' is ' || status || ' with ' || paid.payment_count || ' payments'
from refunds
cross join lateral (
  select count(*) as payment_count, sum(amount_minor) as amount_minor
  from simulated_refunds where refund_key = refund_id
) as paid
where payment_count > 1
  or status = 'succeeded' and paid.amount_minor is distinct from refunds.amount_minor
  or status = 'failed' and payment_count > 0;
