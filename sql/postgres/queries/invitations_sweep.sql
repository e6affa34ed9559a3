-- Deletes invitations a month after they were over: until then, whoever opens one learns that.
with swept as (
  delete from invitations where expires_at < now() - interval '30 days' returning 1
)
select count(*)::integer as row_count from swept;
