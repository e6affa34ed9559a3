create or replace trigger sessions_count_captured
  after update of captured_at, subtotal_minor on sessions
  for each row when (
    (old.captured_at is not null or new.captured_at is not null)
    and (old.captured_at, old.subtotal_minor)
      is distinct from (new.captured_at, new.subtotal_minor))
  execute function count_captured();
