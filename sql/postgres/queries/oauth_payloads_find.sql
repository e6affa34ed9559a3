-- A payload of the authorisation server that has not expired, and when it was consumed.
select payload, extract(epoch from consumed_at)::bigint as consumed_seconds
from oauth_payloads
where model = :model and id_sha256 = :id_sha256 and (expires_at is null or expires_at > now());
