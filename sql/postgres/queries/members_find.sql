-- One member of an operator; no row when there is none, or the member was removed.
select
  member_id, person_id, name, email, email_confirmed_at is not null as is_email_confirmed, role,
  joined_at
from members
join people using (person_id)
where member_id = :member_id and operator_id = :operator_id and removed_at is null;
