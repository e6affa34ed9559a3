-- How much of a lot others may keep without paying, and for how long.

-- Percent of a lot's spaces that keys of other operators may hold at a time: all of them together,
-- and those of any one operator. Its own operator's keys may hold all there is.
-- src/lots/hold-limits.ts names the same defaults.
alter table lots
  add column hold_others_pct integer not null default 20,
  add column hold_each_pct integer not null default 10,
  add constraint lots_hold_limits check
    (hold_others_pct between 0 and 100 and hold_each_pct between 0 and 100);

-- When the hold was given back before its time; null: it was not.
alter table holds add column canceled_at timestamptz;

create index holds_live_by_vehicle on holds (vehicle_id, lot_id)
  where status = 'held' and vehicle_id is not null;
create index holds_live_by_creator on holds (creator_operator_id)
  where status = 'held' and creator_operator_id <> operator_id;
create index holds_over_by_creator on holds
  (lot_id, creator_operator_id, (coalesce(canceled_at, expires_at)))
  where creator_operator_id <> operator_id;
create index holds_by_operator on holds (operator_id, livemode, created_at, hold_id);
create index holds_by_creator on holds (creator_operator_id, livemode, created_at, hold_id)
  where creator_operator_id <> operator_id;

-- The spaces that a percentage of a lot is: one at least, unless it is 0.
create function spaces_of_share(total_spaces integer, pct integer)
returns integer language sql immutable parallel safe
return case when pct = 0 then 0 else greatest(1, total_spaces * pct / 100) end;

-- How long an operator's keys let spaces of another's lot stand empty in the last 24 hours, in
-- seconds times spaces: for as long as they were promised to wait, of all that nobody redeemed.
create function idle_seconds(of_lot uuid, by_operator text, as_of timestamptz)
returns numeric language sql stable
return (
  select coalesce(sum(
    (space_count - activated_count) * extract(epoch from expires_at - starts_at)), 0)
  from holds
  where lot_id = of_lot and creator_operator_id = by_operator
    and creator_operator_id <> operator_id
    and coalesce(canceled_at, expires_at) > as_of - interval '24 hours'
    and coalesce(canceled_at, expires_at) <= as_of
);

-- How many more spaces of a lot an operator's keys may hold at `as_of`, whenever they begin; below
-- 0 where they hold too many. Its own operator's may hold all. Another's hold no more once they let
-- spaces stand empty for 4 hours for each that they may hold.
create function spaces_holdable(lot lots, by_operator text, as_of timestamptz)
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

-- The last word on who may hold how much. It runs after the statement that took the rows of the
-- lots, so it alone writes claims on them, and it sees everything that was committed before.
create function refuse_hoarding() returns trigger language plpgsql as $$
declare
  -- Spaces that all keys of an operator may hold at a time on lots of others.
  spaces_max constant integer := 200;
  as_of timestamptz := clock_timestamp();
  claimant record;
begin
  if exists (
    select from placed
    join holds as other using (lot_id, vehicle_id)
    where other.hold_id <> placed.hold_id
      and other.status = 'held' and other.expires_at > as_of
      and other.starts_at < placed.ends_at and other.ends_at > placed.starts_at
  ) or exists (
    select from placed
    join sessions as stay using (lot_id, vehicle_id)
    where stay.status = 'active' and greatest(stay.expected_end, as_of) > placed.starts_at
  ) then
    raise exception 'a plate has a space of this lot already'
      using errcode = 'check_violation', constraint = 'holds_one_per_plate';
  end if;
  if exists (
    select from (select distinct lot_id, creator_operator_id from placed) as claimant
    join lots using (lot_id)
    where spaces_holdable(lots, creator_operator_id, as_of) < 0
  ) then
    raise exception 'others hold as much of this lot as they may'
      using errcode = 'check_violation', constraint = 'holds_per_lot';
  end if;
  -- On all lots together an operator's keys are counted one after another: no row is theirs alone.
  for claimant in
    select distinct creator_operator_id, livemode from placed
    where creator_operator_id <> operator_id
    order by 1, 2
  loop
    perform pg_advisory_xact_lock(
      hashtextextended('holds of ' || claimant.creator_operator_id, 0));
    if (
      select sum(space_count - activated_count) > spaces_max
      from holds
      where creator_operator_id = claimant.creator_operator_id
        and creator_operator_id <> operator_id and livemode = claimant.livemode
        and status = 'held' and expires_at > clock_timestamp()
    ) then
      raise exception 'an operator holds as many spaces of others as it may'
        using errcode = 'check_violation', constraint = 'holds_per_operator';
    end if;
  end loop;
  return null;
end $$;
create trigger holds_refuse_hoarding
  after insert on holds
  referencing new table as placed
  for each statement execute function refuse_hoarding();
