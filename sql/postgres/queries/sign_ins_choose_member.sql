-- Lets a sign-in look at another operator that its person is a member of. No row is returned when
-- the person is none, or the sign-in has ended.
update sign_ins
set member_id = members.member_id
from members
where sign_in_id = :sign_in_id
  and ended_at is null
  and members.member_id = :member_id
  and members.person_id = sign_ins.person_id
  and removed_at is null
returning sign_in_id;
