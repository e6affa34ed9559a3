-- How many more spaces of a lot an operator's keys may hold at `as_of`, whenever they begin; below
-- 0 where they hold too many. Its own operator's may hold all. Another's hold no more once they let
-- spaces stand empty for 4 hours for each that they may hold.
create or replace function spaces_holdable(lot lots, by_operator text, as_of timestamptz)
returns integer language sql stable
return case when by_operator = lot.operator_id then lot.total_spaces else (
  with claim as (
    select space_count - activated_count as space_count, creator_operator_id = by_operator as is_own
    from holds
    where lot_id = lot.lot_id and creator_operator_id <> lot.operator_id
      and status = 'held' and expires_at > as_of
  ),
  share as (
    select spaces_of_share(lot.total_spaces, lot.hold_each_pct) as space_count
  )
  select least(
    spaces_of_share(lot.total_spaces, lot.hold_others_pct)
      - (select coalesce(sum(space_count), 0) from claim),
    case when idle_seconds(lot.lot_id, by_operator, as_of) >= space_count * 4 * 3600
      then 0 else space_count end
      - (select coalesce(sum(space_count), 0) from claim where is_own))::integer
  from share
) end;
