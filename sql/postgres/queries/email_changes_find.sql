-- What has become of a link by which a person gets another address; no row when the person has none
-- like this.
select
  email,
  case
    when used_at is not null then 'used'
    when expires_at <= now() then 'expired'
    else 'open'
  end as state
from email_changes
where token_sha256 = :token_sha256::bytea and person_id = :person_id;
