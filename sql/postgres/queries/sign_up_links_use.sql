-- Uses a link by which somebody signs up, once. No row is returned when it is unknown, over, or
-- used.
update sign_up_links
set used_at = now()
where token_sha256 = :token_sha256::bytea and used_at is null and expires_at > now()
returning email;
