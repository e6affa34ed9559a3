-- Stores an answer of the provider in place of an older one.
-- :places is a JSON array.
insert into geocodes (query_sha256, places, attribution, expires_at)
values (:query_sha256, :places, :attribution, now() + make_interval(secs => :kept_seconds))
on conflict (query_sha256) do update
set places = excluded.places,
  attribution = excluded.attribution,
  expires_at = excluded.expires_at;
