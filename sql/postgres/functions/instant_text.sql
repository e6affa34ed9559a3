-- Like the instants in answers: milliseconds, in UTC.
create or replace function instant_text(instant timestamptz)
returns text language sql stable parallel safe
return to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
