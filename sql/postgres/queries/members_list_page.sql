-- One page of an operator's members, who joined last first.
-- :after_us is when the last one of the page before joined, in microseconds since 1970, and null
-- for the first page; :after_id is the member's id.
select
  member_id, person_id, name, email, email_confirmed_at is not null as is_email_confirmed, role,
  joined_at,
  (extract(epoch from joined_at) * 1000000)::bigint as created_us
from members
join people using (person_id)
where operator_id = :operator_id
  and removed_at is null
  and (:after_us::bigint is null
    or (joined_at, member_id)
      < (timestamptz 'epoch' + :after_us * interval '1 microsecond', :after_id))
order by joined_at desc, member_id desc
limit :row_limit;
