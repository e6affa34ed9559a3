create or replace function lot_updated_diff(before jsonb, after jsonb) returns jsonb
language sql immutable parallel safe
return jsonb_build_object('before', coalesce(changed_members(before, after), '{}'), 'after', after);
