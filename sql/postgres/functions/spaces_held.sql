-- Spaces that live holds keep at an instant.
create or replace function spaces_held(of_lot uuid, as_of timestamptz)
returns integer language sql stable
return (
  select coalesce(sum(space_count - activated_count), 0)::integer
  from holds
  where lot_id = of_lot and status = 'held' and expires_at > as_of
    and starts_at <= as_of and ends_at > as_of
);
