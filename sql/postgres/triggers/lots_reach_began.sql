create or replace trigger lots_reach_began after insert on lots
for each row when (new.is_listed and new.status = 'active') execute function notify_reach();
