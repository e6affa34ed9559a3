-- Deletes counts of tries to sign in that are over.
with swept as (
  delete from sign_in_attempts where started_at < now() - interval '1 hour' returning 1
)
select count(*)::integer as row_count from swept;
