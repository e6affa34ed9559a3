-- Stores a link by which a person gets another address, if the person asked for fewer than
-- :asked_max within a day. `is_taken`: somebody else has the address. `is_mailable`: fewer than
-- :sent_max links to it were made within a day. No row is returned when the person asked too often.
-- Two calls for one person count one after the other once they have waited (people_lock).
with added as (
  insert into email_changes (token_sha256, person_id, email)
  select :token_sha256::bytea, :person_id, :email
  where :asked_max::integer > (
    select count(*) from email_changes
    where person_id = :person_id and created_at > now() - interval '1 day')
  returning email
)
select
  exists (
    select from people
    where lower(people.email) = lower(:email) and person_id <> :person_id) as is_taken,
  :sent_max::integer > (
    select count(*) from email_changes
    where lower(email_changes.email) = lower(:email) and created_at > now() - interval '1 day'
  ) as is_mailable
from added;
