-- The app of a grant, while it is connected. No row once it has ended or expired, or once whoever
-- connected it was removed.
select key_id as app_id, member_id
from connected_apps
join api_keys using (key_id)
join members using (member_id)
where grant_id = :grant_id
  and revoked_at is null
  and removed_at is null
  and (expires_at is null or expires_at > now());
