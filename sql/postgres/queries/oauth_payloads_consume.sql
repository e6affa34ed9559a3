-- Consumes a code or a refresh token: one of several calls at the same time gets the row.
update oauth_payloads set consumed_at = now()
where model = :model and id_sha256 = :id_sha256 and consumed_at is null
returning grant_id;
