-- Takes a challenge, which is good once. No row is returned when it is over, was taken, or was not
-- made for this.
with claimed as (
  delete from passkey_challenges
  where challenge = :challenge and use = :use
  returning person_id, expires_at
)
select person_id from claimed where expires_at > now();
