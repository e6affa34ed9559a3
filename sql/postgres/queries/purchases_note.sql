-- Stores that keys pay the full price for some questions in this transaction.
-- :key_ids, :operations and :questions_sha256 (32 bytes each) are of one length.
-- Keeps its plan.
insert into purchases (key_id, operation, question_sha256)
-- Always in one order, so that concurrent batches cause no deadlock.
select distinct key_id, operation, question_sha256
from unnest(:key_ids::text[], :operations::text[], :questions_sha256::bytea[])
  as bought (key_id, operation, question_sha256)
order by key_id, operation, question_sha256
on conflict (key_id, operation, question_sha256)
do update set bought_at = greatest(purchases.bought_at, excluded.bought_at);
