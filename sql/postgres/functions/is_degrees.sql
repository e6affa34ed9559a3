-- NaN counts as greater than any number, and so as no degrees. What is too large is not multiplied.
create or replace function is_degrees(degrees double precision, degrees_max double precision)
returns boolean
language sql immutable parallel safe
return case when abs(degrees) > degrees_max then false else degrees = rounded_degrees(degrees) end;
