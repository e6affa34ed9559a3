-- Deletes answers of the geocoding provider that have expired.
with forgotten as (
  delete from geocodes where expires_at <= now() returning 1
)
select count(*)::integer as row_count from forgotten;
