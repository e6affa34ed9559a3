-- Erasing a vehicle erases its plate from the bodies that were made, and what receivers answered to
-- them, because they may have repeated it. Sealing its plate does, too: the bodies are made again.
create or replace function forget_plate() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' or is_sealed(old.plate) or not is_sealed(new.plate) then
    delete from shown_plates where vehicle_id = old.vehicle_id;
  end if;
  update deliveries
  set attempts = (
      select coalesce(jsonb_agg(attempt - 'answer'), '[]')
      from jsonb_array_elements(attempts) as attempt)
  where event_id in (select event_id from event_bodies where vehicle_id = old.vehicle_id);
  delete from event_bodies where vehicle_id = old.vehicle_id;
  return null;
end $$;
