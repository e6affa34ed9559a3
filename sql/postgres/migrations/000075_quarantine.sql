-- What the pipelines could not read: how many rows each fact does without, and since when; and
-- whether they are so many that nothing is published. Pipelines of older versions do not write it.
alter table refresh_status
  add column quarantine jsonb not null default '{"is_too_large": false, "facts": []}';
