-- Signs a person in, looking at :member_id; null: at what the person looked at last, otherwise at
-- the operator that the person joined first. The device is known from now on. No row is returned
-- when the person is no member of it, or of any operator.
with seen as materialized (
  select member_id, joined_at, (
    select max(last_seen_at) from sign_ins where sign_ins.member_id = members.member_id
  ) as last_seen_at
  from members
  where person_id = :person_id
    and removed_at is null
    and (:member_id::text is null or member_id = :member_id)
),
chosen as (
  select member_id from seen order by last_seen_at desc nulls last, joined_at, member_id limit 1
),
known as (
  insert into known_devices as known (person_id, token_sha256)
  select :person_id, :device_sha256::bytea from chosen
  on conflict (person_id, token_sha256) do update set last_used_at = now()
)
insert into sign_ins (
  sign_in_id, token_sha256, person_id, member_id, method, user_agent, network)
select
  :sign_in_id, :token_sha256::bytea, :person_id, member_id, :method, :user_agent, :network
from chosen
returning sign_in_id;
