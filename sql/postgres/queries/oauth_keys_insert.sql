-- Keeps a new key of the authorisation server, and deletes those whose successor has signed for so
-- long that nothing they signed is still valid.
-- :publish_seconds is how long it is published before it signs. :keep_seconds is how long a key is
-- kept once another one signs.
with over as (
  delete from oauth_keys
  where exists (
    select from oauth_keys later
    where later.signs_from > oauth_keys.signs_from
      and later.signs_from < now() - :keep_seconds::integer * interval '1 second')
)
insert into oauth_keys (key_id, server_secret, signs_from)
values (:key_id, :server_secret, now() + :publish_seconds::integer * interval '1 second');
