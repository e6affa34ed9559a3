-- Not before the update: beside such a trigger, `returning old` of a row that others changed
-- meanwhile is as it was before them, and two stays got the same label. Processes of this version
-- never change the other columns of the rate without the tariff.
create or replace trigger lots_keep_tariff
  after update of rate_id, rate_minor, rate_unit, billing_step_minutes, max_daily_minor,
    has_no_daily_max on lots
  for each row when (
    (new.tariff is null or new.tariff is not distinct from old.tariff)
    and (
      old.rate_id, old.rate_minor, old.rate_unit, old.billing_step_minutes, old.max_daily_minor,
      old.has_no_daily_max)
    is distinct from (
      new.rate_id, new.rate_minor, new.rate_unit, new.billing_step_minutes, new.max_daily_minor,
      new.has_no_daily_max))
  execute function keep_tariff();
