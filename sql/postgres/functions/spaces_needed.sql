-- The most spaces of a lot that are needed at any one instant of [from_at, to_at), as far as is
-- known: stays until their expected end (past it they still stand there now), and live holds within
-- their own windows.
create or replace function spaces_needed(
  of_lot uuid, as_of timestamptz, from_at timestamptz, to_at timestamptz
) returns integer language sql stable
return (
  with claim as (
    select from_at as begins_at, 1 as space_count,
      greatest(expected_end, as_of + interval '1 microsecond') as ends_at
    from sessions
    where lot_id = of_lot and status = 'active'
    union all
    select greatest(starts_at, from_at), space_count - activated_count, ends_at
    from holds
    where lot_id = of_lot and status = 'held' and expires_at > as_of
  ),
  change as (
    select begins_at as at, space_count as change from claim
    where ends_at > from_at and begins_at < to_at
    union all
    select ends_at, -space_count from claim
    where ends_at > from_at and begins_at < to_at
  ),
  level as (
    select sum(sum(change)) over (order by at) as space_count from change group by at
  )
  select coalesce(max(space_count), 0)::integer from level
);
