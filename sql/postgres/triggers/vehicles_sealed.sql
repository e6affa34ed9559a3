create or replace trigger vehicles_sealed after insert or update of plate on vehicles
for each row when (not starts_with(new.plate, 'p1.')) execute function refuse_plain_plate();
