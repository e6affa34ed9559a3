-- Writes down the crossings of occupancy thresholds that time alone caused, with their events. Lots
-- that another transaction is writing are left to it, or to the next run.
with due as materialized (
  select lots as stored
  from lots
  where occupancy_due_at <= now() and deleted_at is null
  order by occupancy_due_at
  limit :row_limit
  for no key update skip locked
)
select count(note_occupancy(stored))::integer as row_count from due;
