-- Deletes purchases that lower no price any more, a day after they were made.
with forgotten as (
  delete from purchases where bought_at < now() - interval '1 day' returning 1
)
select count(*)::integer as row_count from forgotten;
