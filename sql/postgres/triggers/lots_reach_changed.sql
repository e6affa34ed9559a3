create or replace trigger lots_reach_changed
  after update of total_spaces, is_listed, status, deleted_at, latitude, longitude on lots
  for each row when (
    (old.total_spaces, old.is_listed, old.status, old.deleted_at, old.latitude, old.longitude)
      is distinct from
    (new.total_spaces, new.is_listed, new.status, new.deleted_at, new.latitude, new.longitude))
  execute function notify_reach();
