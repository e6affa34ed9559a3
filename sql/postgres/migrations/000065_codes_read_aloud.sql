-- Stays and holds are looked up by the code that people read aloud, and what is under way also by
-- the last four signs of it. Statements of before use none of these indexes. Each is built by one
-- scan of its table, for which writes wait.
create index sessions_active_by_short_code on sessions (right(session_code, 4))
  where status = 'active';
create index holds_live_by_short_code on holds (right(code, 4)) where status = 'held';
create index holds_by_code on holds (code);
