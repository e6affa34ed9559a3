-- What processes of the version before post or import is a plain rate in columns of its own, or a
-- scheduled rate by its id: here it becomes the lot's tariff.
create or replace function keep_tariff() returns trigger language plpgsql as $$
declare
  kept jsonb = coalesce(
    plain_tariff(
      new.rate_minor, new.rate_unit, new.billing_step_minutes, new.max_daily_minor,
      new.has_no_daily_max),
    (
      select scheduled_tariff(rate)
      from jsonb_array_elements(coalesce(old.scheduled_rates, '[]')) as scheduled (rate)
      where rate ->> 'rate_id' = new.rate_id
      limit 1),
    -- The same tariff posted again; without an id its price is gone.
    case when new.rate_id is not null then new.tariff end);
begin
  if kept is distinct from new.tariff then
    update lots set tariff = kept where lot_id = new.lot_id;
  end if;
  return null;
end $$;
