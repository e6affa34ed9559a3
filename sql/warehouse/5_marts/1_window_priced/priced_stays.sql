-- One row per paid stay on a lot of stale_areas or past_lots that ended before the day of $as_of,
-- on the earliest day of past_lots or later, and at least since 30 days: what it cost, and what it
-- would have cost by the price that was posted when it began. Without refunded stays, those of less
-- than a minute, and those for which nothing was taken or that have no posted price. A stay counts
-- at least half and at most twice its posted price.
-- memory_kib: (select count(*) from past_lots) // 4 + 8 * (select count(*) from numbered_lots)
-- only with rows of: numbered_lots, past_lots
create or replace temp table priced_stays as
with lots as (
  select lot_id from numbered_lots where in_part(lot_id, $part, $parts)
  union
  select lot_id from past_lots where in_part(lot_id, $part, $parts)
),
bounds as (
  select least(
    (select min(day)::timestamptz from past_lots),
    date_trunc('day', $as_of::timestamptz) - interval 30 days
  ) as first_at
),
paid as (
  select session_id, lot_id, billed_minutes, subtotal_minor, currency, ended_at
  from fct_paid_stays
    semi join lots using (lot_id)
    anti join fct_refunds using (session_id)
  where ended_at < date_trunc('day', $as_of::timestamptz)
    and ended_at >= (select first_at from bounds)
    and epoch_us(ended_at) - epoch_us(started_at) >= 60_000_000
),
begun as (
  select
    paid.* exclude (session_id), fct_session_starts.audit_id,
    coalesce(vehicle_id::varchar, session_id) as vehicle, base_rate_minor
  from paid join fct_session_starts using (session_id)
),
changes as (
  select lot_id, audit_id, rate_minor, rate_unit, billing_step_minutes, max_daily_minor, currency
  from fct_lot_changes semi join lots using (lot_id)
),
priced as (
  select
    begun.lot_id, vehicle, subtotal_minor, ended_at, begun.currency,
    list_price(
      billed_minutes, coalesce(base_rate_minor, rate_minor), rate_unit,
      coalesce(billing_step_minutes, 1), max_daily_minor) as list_minor
  from begun asof join changes
    on begun.lot_id = changes.lot_id and begun.audit_id >= changes.audit_id
  where begun.currency = changes.currency
)
select
  lot_id, vehicle, ended_at, currency,
  greatest(list_minor // 2, least(2 * list_minor, subtotal_minor)) as paid_minor, list_minor
from priced
where list_minor > 0 and subtotal_minor > 0;
