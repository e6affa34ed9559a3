-- One page of an operator's invitations, newest first, with those that are over.
-- :after_us is when the last one of the page before was made, in microseconds since 1970, and null
-- for the first page; :after_id is its id.
select
  invitation_id, email, role, made_by, created_at, expires_at, accepted_at, withdrawn_at,
  case
    when accepted_at is not null then 'used'
    when withdrawn_at is not null then 'withdrawn'
    when expires_at <= now() then 'expired'
    else 'open'
  end as state,
  (extract(epoch from created_at) * 1000000)::bigint as created_us
from invitations
where operator_id = :operator_id
  and (:after_us::bigint is null
    or (created_at, invitation_id)
      < (timestamptz 'epoch' + :after_us * interval '1 microsecond', :after_id))
order by created_at desc, invitation_id desc
limit :row_limit;
