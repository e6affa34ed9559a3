-- Whether a key paid the full price for this question within the last :seconds seconds.
-- :question_sha256 is 32 bytes.
select exists (
  select from purchases
  where key_id = :key_id
    and operation = :operation
    and question_sha256 = :question_sha256
    and bought_at > now() - make_interval(secs => :seconds)
) as is_bought;
