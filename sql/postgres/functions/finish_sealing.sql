-- Notes that no plate is stored plain any more. Bodies that a statement made of plates from before
-- are made again when they are needed. Fails where a plate is plain all the same.
create or replace function finish_sealing() returns void
language plpgsql set lock_timeout = '500ms' as $$
begin
  lock table event_bodies in share row exclusive mode;
  delete from event_bodies
  where vehicle_id is not null
    and body like '%"vehicle_plate": "%' and body not like '%"vehicle_plate": "p1.%';
  if exists (select from vehicles where not is_sealed(plate))
    or exists (select from shown_plates where not is_sealed(shown_plate))
    or exists (select from erasures where kind = 'plate' and not is_sealed(subject))
  then
    raise exception 'some plates are still stored plain';
  end if;
  update plate_keys set stage = 'sealed' where stage = 'sealing';
end $$;
