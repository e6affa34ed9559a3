-- The expected ends of the stays under way on some lots that last beyond :from_at.
select lot_id, array_agg(expected_end) as ends
from sessions
where lot_id = any(:lot_ids::uuid[])
  and status = 'active'
  and expected_end > :from_at
group by lot_id;
