-- What of a lot's snapshot became different, as it was before (or after, with the two exchanged).
create or replace function changed_members(before jsonb, after jsonb)
returns jsonb language sql immutable parallel safe
return (
  select jsonb_object_agg(key, value) from jsonb_each(before)
  where value is distinct from after -> key
);
