-- What tokens and cookies are signed with, newest first, each with whether it signs already, and
-- whether it was made so long ago that another one is due.
-- :rotate_days is the age at which another is made.
select
  key_id,
  server_secret,
  signs_from <= now() as is_signing,
  created_at < now() - :rotate_days::integer * interval '1 day' as is_old
from oauth_keys
order by signs_from desc, key_id desc;
