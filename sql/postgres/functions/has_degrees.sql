-- Places in JSON, one or a list: `lat` and `lng` are degrees, or null together.
create or replace function has_degrees(places jsonb) returns boolean
language sql immutable parallel safe
return (
  select coalesce(bool_and(
    is_degrees((place ->> 'lat')::double precision, 90)
    and is_degrees((place ->> 'lng')::double precision, 180)), true)
  from jsonb_path_query(places, '$[*]') as place);
