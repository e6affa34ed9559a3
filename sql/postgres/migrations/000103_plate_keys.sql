-- Plates are stored sealed. The key that seals them is kept here, wrapped by one that is not in the
-- database.
create table plate_keys (
  is_only boolean primary key default true check (is_only),
  wrapped bytea not null check (octet_length(wrapped) = 60),
  -- `plain`: plates are written so that processes of the version before read them. `sealing`: they
  -- are written sealed, and some are still stored plain.
  stage text not null check (stage in ('plain', 'sealing', 'sealed')),
  created_at timestamptz not null default now()
);

-- A sealed plate is longer. Rows before have plain ones, so these checks look at new rows alone.
alter table vehicles
  drop constraint vehicles_plate_check,
  add constraint vehicles_plate_check
    check (plate ~ '^p1\.[A-Za-z0-9_-]+$' and char_length(plate) between 62 and 453
      or char_length(plate) between 2 and 75 and plate is nfkc normalized) not valid;
alter table shown_plates
  drop constraint shown_plates_shown_plate_check,
  add constraint shown_plates_shown_plate_check
    check (shown_plate ~ '^p1\.[A-Za-z0-9_-]+$' and char_length(shown_plate) between 62 and 453
      or char_length(shown_plate) between 2 and 60) not valid;
alter table erasures
  drop constraint erasures_subject_check,
  add constraint erasures_subject_check check (char_length(subject) between 2 and 453) not valid;
