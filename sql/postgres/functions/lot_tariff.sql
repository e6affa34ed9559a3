-- What a lot posts, also in the row that a process of the version before has just written, whose
-- tariff follows after it, and in older audit rows, which have a plain rate only.
create or replace function lot_tariff(lot lots) returns jsonb language sql stable parallel safe
return coalesce(
  plain_tariff(
    lot.rate_minor, coalesce(lot.rate_unit, 'hour'), coalesce(lot.billing_step_minutes, 1),
    lot.max_daily_minor, coalesce(lot.has_no_daily_max, false)),
  lot.tariff);
