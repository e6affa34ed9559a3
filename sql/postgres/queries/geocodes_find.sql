-- The provider's stored answer to this query, until it expires.
select places, attribution
from geocodes
where query_sha256 = :query_sha256
  and expires_at > now();
