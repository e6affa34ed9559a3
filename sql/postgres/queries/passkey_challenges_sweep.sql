-- Deletes challenges that nobody answered.
with swept as (
  delete from passkey_challenges where expires_at < now() returning 1
)
select count(*)::integer as row_count from swept;
