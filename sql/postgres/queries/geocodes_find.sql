-- What the provider answered to this query, while it may still be believed.
select places, attribution
from geocodes
where query_sha256 = :query_sha256
  and expires_at > now();
