create or replace trigger vehicles_deleted after delete on vehicles
for each row execute function forget_plate();
