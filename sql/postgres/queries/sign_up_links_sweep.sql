-- Deletes links by which somebody signs up, a day after they were over.
with swept as (
  delete from sign_up_links where expires_at < now() - interval '1 day' returning 1
)
select count(*)::integer as row_count from swept;
