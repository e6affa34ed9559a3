-- When the stays under way on some lots are expected to end, of those that go on after an instant.
-- $1 lot_ids
-- $2 from_at
select lot_id, array_agg(expected_end) as ends
from sessions
where lot_id = any($1::uuid[])
  and status = 'active'
  and expected_end > $2
group by lot_id;
