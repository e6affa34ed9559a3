-- One page of what a person is signed in with now, newest first.
-- :after_us is when the last one of the page before began, in microseconds since 1970, and null for
-- the first page; :after_id is its id.
select
  sign_in_id, operators.name as operator_name, method, user_agent, network,
  sign_ins.created_at, last_seen_at, authenticated_at,
  least(
    last_seen_at + :idle_seconds::integer * interval '1 second',
    sign_ins.created_at + :age_seconds::integer * interval '1 second') as expires_at,
  (extract(epoch from sign_ins.created_at) * 1000000)::bigint as created_us
from sign_ins
join members using (member_id)
join operators using (operator_id)
where sign_ins.person_id = :person_id
  and ended_at is null
  and removed_at is null
  and last_seen_at > now() - :idle_seconds * interval '1 second'
  and sign_ins.created_at > now() - :age_seconds * interval '1 second'
  and (:after_us::bigint is null
    or (sign_ins.created_at, sign_in_id)
      < (timestamptz 'epoch' + :after_us * interval '1 microsecond', :after_id))
order by sign_ins.created_at desc, sign_in_id desc
limit :row_limit;
