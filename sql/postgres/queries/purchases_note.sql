-- Stores that a key pays the full price for this question in this transaction.
-- :question_sha256 is 32 bytes.
insert into purchases (key_id, operation, question_sha256)
values (:key_id, :operation, :question_sha256)
on conflict (key_id, operation, question_sha256)
do update set bought_at = greatest(purchases.bought_at, excluded.bought_at);
