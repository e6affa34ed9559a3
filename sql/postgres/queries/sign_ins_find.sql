-- Who is signed in with this token, and notes that it was used, once in :touch_seconds. No row when
-- the sign-in has ended, was idle for :idle_seconds, is older than :age_seconds, or its person is
-- no member any more. `is_stepped_up`: the person proved who it is within :step_up_seconds.
-- :demo_name is what the first operator of the demo city is called.
-- Keeps its plan.
with found as materialized (
  select
    sign_in_id, person_id, member_id, authenticated_at, last_seen_at,
    least(
      last_seen_at + :idle_seconds::integer * interval '1 second',
      created_at + :age_seconds::integer * interval '1 second') as expires_at
  from sign_ins
  where token_sha256 = (select :token_sha256::bytea)
    and ended_at is null
    and last_seen_at > now() - :idle_seconds * interval '1 second'
    and created_at > now() - :age_seconds * interval '1 second'
),
touched as (
  update sign_ins
  set last_seen_at = now()
  from found
  where sign_ins.sign_in_id = found.sign_in_id
    and found.last_seen_at <= now() - :touch_seconds::integer * interval '1 second'
    and sign_ins.last_seen_at <= now() - :touch_seconds * interval '1 second'
)
select
  f.sign_in_id,
  f.person_id,
  p.name as person_name,
  p.email,
  p.email_confirmed_at is not null as is_email_confirmed,
  f.member_id,
  m.operator_id,
  o.name as operator_name,
  m.role,
  held_plan(o.plan, o.next_plan, o.next_plan_at) as plan,
  o.limits_end_users,
  f.authenticated_at,
  f.authenticated_at > now() - :step_up_seconds::integer * interval '1 second' as is_stepped_up,
  f.expires_at,
  unpaid.invoice_id as blocking_invoice_id,
  others.operators as other_operators,
  exists (select from passkeys where passkeys.person_id = f.person_id) as has_passkey,
  p.password_hash is not null as has_password,
  p.totp_secret is not null as has_totp,
  exists (
    select from company_identities as i where i.person_id = f.person_id
  ) as has_company_account,
  case when o.name = :demo_name::text then not exists (
    select from operators as older
    where older.name = :demo_name
      and (older.created_at, older.operator_id) < (o.created_at, o.operator_id)
  ) else false end as is_demo
from found as f
-- `offset 0` makes the planner look each row up by its key, however many there are.
cross join lateral (select * from people where people.person_id = f.person_id offset 0) as p
cross join lateral (
  select * from members where members.member_id = f.member_id and removed_at is null offset 0
) as m
cross join lateral (
  select * from operators where operators.operator_id = m.operator_id offset 0
) as o
left join lateral (
  select invoice_id from invoices
  where invoices.operator_id = m.operator_id and paid_at is null and voided_at is null
    and blocks_at <= now()
  order by due_at
  limit 1
) as unpaid on true
cross join lateral (
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'memberId', other.member_id, 'operatorId', other.operator_id,
        'operatorName', named.name, 'role', other.role)
      order by named.name, other.member_id),
    '[]') as operators
  from members as other
  join operators as named on named.operator_id = other.operator_id
  where other.person_id = f.person_id and other.removed_at is null
    and other.member_id <> f.member_id
) as others;
