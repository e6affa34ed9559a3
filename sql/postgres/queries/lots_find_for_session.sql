-- All that a new session's price depends on, with the database's clock: the instant it starts.
-- $1 lot_id
-- $2 livemode
select
  now() as now,
  lots.lot_id,
  lots.operator_id,
  lots.name,
  lots.status,
  lots.rate_minor,
  lots.rate_unit,
  lots.currency,
  lots.max_daily_minor,
  lots.entry_instructions,
  lots.taken_spaces >= lots.total_spaces as is_full
from lots
where lots.lot_id = $1::uuid
  and lots.livemode = $2
  and lots.deleted_at is null
  and lots.is_listed;
