-- One listed lot, open or closed, of the mode of :livemode.
-- :owner_id is the operator that also sees its own unlisted lots; null for none.
-- Keeps its plan.
select
  :lot_matched_columns,
  :lot_described_columns,
  lot_id, operator_id, rate_id, price_rules, scheduled_rates, duplicate_of, updated_at,
  occupied_spaces(lots, now()) as occupied_spaces, surge_pct(lots) as surge_pct,
  reported_at > now() - interval '15 minutes' as is_reported, now() as now
from lots
where lots.lot_id = :lot_id::uuid
  and lots.livemode = :livemode
  and (is_listed or operator_id = :owner_id)
  and deleted_at is null;
