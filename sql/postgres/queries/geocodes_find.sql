-- What the provider answered to this query, while it may still be believed.
-- $1 query_sha256
select places, attribution
from geocodes
where query_sha256 = $1
  and expires_at > now();
