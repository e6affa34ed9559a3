create or replace trigger sessions_book_capture
  after update of captured_at, subtotal_minor, shortfall_minor, platform_fee_minor on sessions
  for each row when (
    (old.captured_at is not null or new.captured_at is not null)
    and (old.captured_at, old.subtotal_minor, old.shortfall_minor, old.platform_fee_minor)
      is distinct from
        (new.captured_at, new.subtotal_minor, new.shortfall_minor, new.platform_fee_minor))
  execute function book_capture();
