-- Lots by where they are, for readers that take all of an H3 cell at once.
create index lots_by_cell on lots (cell)
  where deleted_at is null and is_listed and status = 'active';
