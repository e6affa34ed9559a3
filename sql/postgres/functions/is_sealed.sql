-- Whether a stored plate is sealed: no plate begins so.
create or replace function is_sealed(plate text) returns boolean
language sql immutable parallel safe
return starts_with(plate, 'p1.');
