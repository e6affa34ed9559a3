create or replace trigger vehicles_renamed after update of plate on vehicles
for each row when (old.plate <> new.plate) execute function forget_plate();
