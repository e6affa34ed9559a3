-- Deletes one payload of the authorisation server, or all that a grant has of a model: of
-- :id_sha256 and :grant_id the one that is not null says which.
delete from oauth_payloads
where model = :model and (id_sha256 = :id_sha256 or grant_id = :grant_id);
