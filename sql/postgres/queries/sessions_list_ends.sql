-- The expected ends of the stays under way on some lots that last beyond :from_at.
-- Keeps its plan.
select given.lot_id, array_agg(expected_end) as ends
from unnest((select :lot_ids::uuid[])) as given (lot_id)
-- `offset 0` makes the planner look each lot up by index, however many there are.
cross join lateral (
  select expected_end
  from sessions
  where sessions.lot_id = given.lot_id and status = 'active' and expected_end > :from_at
  offset 0
) as stay
group by given.lot_id;
