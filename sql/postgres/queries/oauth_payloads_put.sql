-- Keeps a payload of the authorisation server, or replaces it: then it stays consumed if it was.
-- :ttl_seconds null: until it is deleted.
insert into oauth_payloads as kept (model, id_sha256, payload, grant_id, expires_at)
values (:model, :id_sha256, :payload::jsonb, :grant_id,
  now() + :ttl_seconds::integer * interval '1 second')
on conflict (model, id_sha256) do update
set payload = excluded.payload, grant_id = excluded.grant_id, expires_at = excluded.expires_at;
