-- A stay begins, unless it only takes over from its hold; or spaces go.
create or replace trigger lots_refuse_overbooking
  after update of taken_spaces, total_spaces on lots
  for each row
  when (new.held_spaces > 0 and new.taken_spaces + new.held_spaces > new.total_spaces
    and (new.taken_spaces > old.taken_spaces
        and new.taken_spaces + new.held_spaces > old.taken_spaces + old.held_spaces
      or new.total_spaces < old.total_spaces))
  execute function refuse_overbooking();
