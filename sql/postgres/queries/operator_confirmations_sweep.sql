-- Deletes links a day after they have become too old: until then, whoever opens one learns that.
with swept as (
  delete from operator_confirmations
  where expires_at < now() - interval '1 day'
  returning token_sha256
)
select count(*)::integer as row_count from swept;
