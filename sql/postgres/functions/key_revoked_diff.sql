create or replace function key_revoked_diff(key api_keys) returns jsonb
language sql stable
return jsonb_build_object(
  'before', jsonb_build_object('revoked_at', null),
  'after', jsonb_build_object('revoked_at',
    to_char(key.revoked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
