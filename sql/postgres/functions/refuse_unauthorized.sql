-- The last word on how many stays others may have on a lot without authorising them, as they could
-- fill it with plates that they made up. It runs after the statement that took the lot's row, so it
-- alone writes stays there, and it sees everything that was committed before.
create or replace function refuse_unauthorized() returns trigger language plpgsql as $$
declare
  -- Of the spaces of the lot, in percent: of one operator's keys, and of all together.
  each_pct constant integer := 10;
  others_pct constant integer := 20;
  -- So many are allowed to each on a lot of any size.
  stays_min constant integer := 2;
begin
  if (
    select count(*) > greatest(stays_min, max(total_spaces) * others_pct / 100)
      or count(*) filter (where creator_operator_id = new.creator_operator_id)
        > greatest(stays_min, max(total_spaces) * each_pct / 100)
    from sessions
    join lots using (lot_id)
    where lot_id = new.lot_id and sessions.status = 'active' and authorize_by is not null
      and creator_operator_id <> sessions.operator_id
  ) then
    raise exception 'others have as many stays here as they may without authorising them'
      using errcode = 'check_violation', constraint = 'sessions_unauthorized';
  end if;
  return null;
end $$;
