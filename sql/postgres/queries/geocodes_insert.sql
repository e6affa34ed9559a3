-- Keeps an answer of the provider; a newer one takes the place of an older.
-- $1 query_sha256
-- $2 places  JSON array
-- $3 attribution
-- $4 kept_seconds
insert into geocodes (query_sha256, places, attribution, expires_at)
values ($1, $2, $3, now() + make_interval(secs => $4))
on conflict (query_sha256) do update
set places = excluded.places,
  attribution = excluded.attribution,
  expires_at = excluded.expires_at;
