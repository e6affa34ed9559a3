create or replace trigger holds_refuse_coming_early
  after update of starts_at on holds
  for each row when (new.starts_at < old.starts_at and new.ends_at >= old.ends_at)
  execute function refuse_overbooking();
