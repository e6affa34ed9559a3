-- One row per mode, cell, lot, currency and hour; adds the stays that were paid in the batches
-- ($from, $through].
merge into paid_stays_by_lot_hour as total
using (
  with stays as (
    from fct_paid_stays where batch > $from and batch <= $through
  ),
  lots as (
    select lot_id, arg_max(cell, audit_id) as cell from fct_lot_changes group by lot_id
  ),
  added as (
    select
      livemode, coalesce(cell, 0) as cell, lot_id, currency,
      hour_of(ended_at) as hour_at,
      count(*) as stay_count,
      sum(billed_minutes)::bigint as paid_minutes,
      sum(subtotal_minor)::bigint as revenue_minor
    from stays left join lots using (lot_id)
    group by all
  )
  select * from added
) as added
using (livemode, cell, lot_id, currency, hour_at)
when matched then update set
  stay_count = total.stay_count + added.stay_count,
  paid_minutes = total.paid_minutes + added.paid_minutes,
  revenue_minor = total.revenue_minor + added.revenue_minor
when not matched then insert by name;
