-- How many people signed up within a day: in the block of addresses :network (null: unknown), and
-- in all. Two calls count one after the other once they have waited (sign_ups_wait).
select
  (count(*) filter (where network is not distinct from :network))::integer as network_count,
  count(*)::integer as all_count
from sign_ins
where method = 'sign_up' and created_at > now() - interval '1 day';
