-- For which of some questions their key paid the full price within the last :seconds seconds: their
-- places in the arrays, from 1.
-- :key_ids, :operations and :questions_sha256 (32 bytes each) are of one length.
-- Keeps its plan.
select asked.place::integer as place
from unnest(
  (select :key_ids::text[]), (select :operations::text[]), (select :questions_sha256::bytea[]))
  with ordinality as asked (key_id, operation, question_sha256, place)
join purchases using (key_id, operation, question_sha256)
where bought_at > now() - make_interval(secs => :seconds);
