-- Everything that a new session's price depends on, with the database's clock: the instant it
-- starts. A lot that is no longer listed takes in those who hold a space of it.
-- :hold_id is null where there is none; :operator_id and :fleet_id are those of the caller's key,
-- and say which holds it may see. The payee is the account of the lot's operator at Stripe, if it
-- can be paid.
-- Keeps its plan.
select
  now() as now,
  lots.lot_id,
  lots.operator_id,
  lots.name,
  lots.latitude,
  lots.longitude,
  lots.status,
  lots.currency,
  lots.rate_id,
  lots.tariff,
  lots.price_rules,
  lots.scheduled_rates,
  lots.entry_instructions,
  lots.features,
  lots.opening_hours,
  lots.is_overnight_allowed,
  lots.timezone,
  lots.country,
  lots.state,
  lots.total_spaces,
  lots.taken_spaces >= lots.total_spaces as is_full,
  coalesce(free_by_count(lots, now()) <= 0, false) as is_reported_full,
  occupied_spaces(lots, now()) as occupied_spaces,
  surge_pct(lots) as surge_pct,
  lots.availability_shown,
  (select account_id from payee_accounts
    where payee_accounts.operator_id = lots.operator_id and payee_accounts.livemode = :livemode
      and processor = 'stripe' and charges_enabled) as payee
from lots
where lots.lot_id = :lot_id::uuid
  and lots.livemode = :livemode
  and lots.deleted_at is null
  and (lots.is_listed
    or exists (
      select from holds
      where hold_id = (select :hold_id::text) and holds.lot_id = lots.lot_id
        and may_see(:operator_id, :fleet_id, holds.operator_id, creator_operator_id, fleet_id)));
