-- The last word on who may hold how much. It runs after the statement that took the rows of the
-- lots, so it alone writes claims on them, and it sees everything that was committed before.
create or replace function refuse_hoarding() returns trigger language plpgsql as $$
declare
  -- Spaces that all keys of an operator may hold at a time on lots of others.
  spaces_max constant integer := 200;
  as_of timestamptz := clock_timestamp();
  claimant record;
begin
  if exists (
    select from placed
    join holds as other using (lot_id, vehicle_id, creator_operator_id)
    where other.hold_id <> placed.hold_id
      and other.status = 'held' and other.expires_at > as_of
      and other.starts_at < placed.ends_at and other.ends_at > placed.starts_at
  ) or exists (
    select from placed
    join sessions as stay using (lot_id, vehicle_id, creator_operator_id)
    where stay.status = 'active' and greatest(stay.expected_end, as_of) > placed.starts_at
  ) then
    raise exception 'a plate has a space of this lot already'
      using errcode = 'check_violation', constraint = 'holds_one_per_plate';
  end if;
  if exists (
    select from (
      select distinct lot_id, creator_operator_id from placed
      where creator_operator_id <> operator_id
    ) as claimant
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
