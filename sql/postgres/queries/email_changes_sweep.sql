-- Deletes links by which people get another address, a day after they were over.
with swept as (
  delete from email_changes where expires_at < now() - interval '1 day' returning 1
)
select count(*)::integer as row_count from swept;
