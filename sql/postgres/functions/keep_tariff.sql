-- A posted tariff belongs to the posted rate_id. A process of the version before posts a rate, or
-- one that was scheduled, without its tariff: then it is that of the scheduled rate, or none.
create or replace function keep_tariff() returns trigger language plpgsql as $$
begin
  update lots
  set tariff = (
    select nullif(rate -> 'tariff', 'null')
    from jsonb_array_elements(old.scheduled_rates) as scheduled (rate)
    where rate ->> 'rate_id' = new.rate_id
    limit 1)
  where lot_id = new.lot_id;
  return null;
end $$;
