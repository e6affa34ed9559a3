-- One lot as its operator sees it, listed or not.
select
  :lot_matched_columns,
  :lot_described_columns,
  :lot_own_columns,
  lot_id, operator_id, rate_id, price_rules, scheduled_rates, is_listed, is_waiting, duplicate_of,
  merged_into, updated_at, now() as now
from lots
where lot_id = :lot_id::uuid
  and operator_id = :operator_id
  and livemode = :livemode
  and deleted_at is null;
