create or replace trigger api_keys_stay_revoked
  before update of revoked_at on api_keys
  for each row when (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at)
  execute function keep_key_revoked();
