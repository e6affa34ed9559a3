-- Forgets devices in which nobody has signed in for half a year.
with swept as (
  delete from known_devices where last_used_at < now() - interval '180 days' returning 1
)
select count(*)::integer as row_count from swept;
