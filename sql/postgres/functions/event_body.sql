-- `data` is as it is shown.
create or replace function event_body(event_id text, type text, created_at timestamptz, data jsonb)
returns text
language sql stable parallel safe
return '{"id":' || to_json(event_id)::text || ',"type":' || to_json(type)::text
  || ',"created_at":"' || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  || '","data":' || data::text || '}';
