-- What callers are shown of some lots, beside what searches match and rank them by.
-- Keeps its plan.
select
  :lot_described_columns,
  lot.lot_id, duplicate_of, updated_at
from unnest((select :lot_ids::uuid[])) as given (lot_id)
-- `offset 0` makes the planner look each lot up by its key, however many there are.
cross join lateral (select * from lots where lots.lot_id = given.lot_id offset 0) as lot;
