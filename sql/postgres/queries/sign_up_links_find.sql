-- What has become of a link by which somebody signs up; no row when there is none.
select
  email,
  case
    when used_at is not null then 'used'
    when expires_at <= now() then 'expired'
    else 'open'
  end as state
from sign_up_links
where token_sha256 = :token_sha256::bytea;
