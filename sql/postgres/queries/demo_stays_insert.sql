-- Stays of the synthetic city, written as if this service had made them. A stay with an end is paid
-- and over; any other takes a space. Each is charged its lot's posted rate, and its audit rows are
-- drained like all others.
-- :stays is a JSON list. Each has its number, session_id, session_code, lot_id, payment_intent_id,
-- started_at, expected_end and estimated_minor; ended_at, subtotal_minor, platform_fee_minor and
-- fee_basis_points are null while the stay is under way.
with stay as materialized (
  select given.*, plate, lots.operator_id, lots.livemode, lots.currency, lots.rate_minor,
    lots.rate_unit, lots.max_daily_minor, lots.billing_step_minutes,
    posted_snapshot(lots) as rate_snapshot
  from jsonb_to_recordset(:stays::jsonb) as given (
    number integer, session_id text, session_code text, lot_id uuid, payment_intent_id text,
    started_at timestamptz, expected_end timestamptz, estimated_minor bigint,
    ended_at timestamptz, subtotal_minor bigint, platform_fee_minor bigint,
    fee_basis_points integer)
  join written_plates(:plates, :plain_plates, null, null) using (number)
  join lots using (lot_id)
),
vehicle as (
  insert into vehicles (livemode, plate)
  select distinct livemode, plate from stay
  on conflict (livemode, plate) do update set plate = excluded.plate
  returning vehicle_id, livemode, plate
),
created as (
  insert into sessions (
    session_id, session_code, lot_id, operator_id, creator_operator_id, livemode, vehicle_id,
    status, source, rate_minor, rate_unit, currency, max_daily_minor,
    billing_step_minutes, rate_snapshot, started_at,
    expected_end, ended_at, estimated_minor, subtotal_minor, platform_fee_minor,
    fee_basis_points, captured_at, payment_intent_id, created_at)
  select
    session_id, session_code, lot_id, operator_id, operator_id, livemode, vehicle_id,
    case when ended_at is null then 'active' else 'completed' end, 'driver', rate_minor, rate_unit,
    currency, max_daily_minor, billing_step_minutes, rate_snapshot, started_at, expected_end,
    ended_at, estimated_minor, subtotal_minor, platform_fee_minor, fee_basis_points, ended_at,
    payment_intent_id, started_at
  from stay
  join vehicle using (livemode, plate)
  returning *, session_created_diff(new) as created_diff, session_closed_diff(new) as closed_diff,
    payment_diff(new) || '{"before": {"status": "ending"}}' as paid_diff
),
captured as (
  insert into simulated_captures (
    payment_intent_id, livemode, amount_minor, currency, captured_at)
  select payment_intent_id, livemode, subtotal_minor, currency, captured_at
  from created
  where captured_at is not null
),
taken as (
  update lots
  set taken_spaces = taken_spaces + under_way.count
  from (select lot_id, count(*) from created where ended_at is null group by lot_id) as under_way
  where lots.lot_id = under_way.lot_id
),
step as (
  select
    0 as number, 'session.created' as action, started_at as at, created_diff as diff, session_id,
    operator_id, livemode
  from created
  union all
  select 1, 'session.closed', ended_at, closed_diff, session_id, operator_id, livemode
  from created
  where ended_at is not null
  union all
  select 2, 'payment.completed', captured_at, paid_diff, session_id, operator_id, livemode
  from created
  where captured_at is not null
)
insert into audit_rows
select action, session_id, operator_id, livemode, diff, 'system', :actor_id, null, null, at
from step
order by at, number;
