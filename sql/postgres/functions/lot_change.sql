-- The data of the event lot.updated: what changed, as it was and as it is.
create or replace function lot_change(before lots, after lots)
returns jsonb language sql stable parallel safe
return (
  with shown as materialized (
    select shown_lot(before) as before, shown_lot(after) as after
  ),
  changed as materialized (
    select changed_members(before, after) as before, changed_members(after, before) as after
    from shown
  ),
  named as (
    select jsonb_agg(name order by name collate "C") as names
    from (
      select jsonb_object_keys(changed.after) as name from changed
      union all
      select 'access'
      where (before.entry_instructions, before.space_labels)
        is distinct from (after.entry_instructions, after.space_labels)
    ) as one
  ),
  long as (
    select case
      when octet_length((changed.before -> 'scheduled')::text)
        + octet_length((changed.after -> 'scheduled')::text) > 500000
      then 'scheduled' else '' end as name
    from changed
  )
  select jsonb_build_object(
    'lot_id', after.lot_id, 'changed', names,
    'before', coalesce(changed.before - long.name, '{}'),
    'after', coalesce(changed.after - long.name, '{}'))
  from changed cross join named cross join long
  where names is not null
);
