-- The last word on capacity where holds are in play: a claim is refused that needs more spaces than
-- there are at any instant of its own. It runs after the statement that took the lot's row, so it
-- alone writes claims on the lot, and it sees everything that was committed before. What is already
-- amiss, because a vehicle overstays, is held against nobody else.
create or replace function refuse_overbooking() returns trigger language plpgsql as $$
declare
  lot lots;
  as_of timestamptz := clock_timestamp();
  from_at timestamptz := as_of;
  to_at timestamptz := 'infinity';
begin
  if tg_table_name = 'holds' then
    from_at := greatest(new.starts_at, as_of);
    to_at := new.ends_at;
  elsif tg_table_name = 'sessions' then
    from_at := greatest(old.expected_end, as_of);
    to_at := new.expected_end;
  end if;
  select * into lot from lots where lot_id = new.lot_id for no key update;
  if lot.held_spaces > 0 and lot.taken_spaces + lot.held_spaces > lot.total_spaces
    and spaces_needed(new.lot_id, as_of, from_at, to_at) > lot.total_spaces
  then
    raise exception 'lot % has no free space', new.lot_id
      using errcode = 'check_violation', constraint = 'lots_capacity';
  end if;
  return null;
end $$;
