create or replace trigger erasures_sealed after insert or update of subject on erasures
for each row when (new.kind = 'plate' and not starts_with(new.subject, 'p1.'))
execute function refuse_plain_plate();
