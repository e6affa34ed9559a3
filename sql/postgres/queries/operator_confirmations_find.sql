-- What has become of a link that confirms an e-mail address; no row when there is none.
select
  case
    when checked_at is not null then 'done'
    when checked_by is not null then 'refused'
    when expires_at <= now() then 'expired'
    else 'open'
  end as state
from operator_confirmations
join operators using (operator_id)
where token_sha256 = :token_sha256::bytea;
