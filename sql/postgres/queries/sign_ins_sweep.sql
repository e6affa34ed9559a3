-- Deletes sign-ins a month after they began: by then each of them has been over for long.
with swept as (
  delete from sign_ins where created_at < now() - interval '30 days' returning 1
)
select count(*)::integer as row_count from swept;
