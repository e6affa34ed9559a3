create or replace trigger sessions_book_captures_new after insert on sessions
  referencing new table as added for each statement execute function book_captures_new();
