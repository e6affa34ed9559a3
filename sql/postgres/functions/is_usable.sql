-- Instants that every part of the system can write and read again.
create or replace function is_usable(instant timestamptz) returns boolean
language sql immutable parallel safe
return instant >= '1970-01-01T00:00:00Z'::timestamptz
  and instant < '2200-01-01T00:00:00Z'::timestamptz;
