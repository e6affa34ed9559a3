-- Keys are made and ended through the API, agents are registered, and operators read their audit
-- log.

create table agents (
  agent_id text primary key,
  operator_id text not null references operators,
  livemode boolean not null,
  name text not null check (length(name) between 1 and 100),
  platform text not null check (length(platform) between 1 and 100),
  created_at timestamptz not null default now()
);
create index agents_by_operator on agents (operator_id, livemode, created_at, agent_id);

-- Whose key it is, where it is an agent's. The key that replaces it is that agent's, too.
alter table api_keys add column agent_id text references agents;
create index api_keys_by_agent on api_keys (agent_id) where agent_id is not null;

-- Agents with their present key: the one of their line that was not revoked, or the last one.
create view agent_details as
select agents.*, present.key_id, present.fleet_id
from agents
cross join lateral (
  select key_id, fleet_id from api_keys
  where api_keys.agent_id = agents.agent_id
  order by revoked_at is not null, created_at desc, key_id desc
  limit 1
) as present;

-- Serves everything that the index on the operator alone did.
create index api_keys_listed on api_keys (operator_id, livemode, created_at, key_id);
drop index api_keys_by_operator;
create index api_keys_live on api_keys (operator_id) where revoked_at is null;

-- How many valid keys an operator has. Until the transaction ends, others wait here: so keys that
-- are made after counting are counted one after another, each with everything committed before.
create function count_valid_keys(of_operator text) returns bigint language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('keys of ' || of_operator, 0));
  return (
    select count(*) from api_keys
    where operator_id = of_operator and revoked_at is null
      and (expires_at is null or expires_at > now()));
end $$;

-- A key that has ended never becomes valid again.
create function keep_key_revoked() returns trigger language plpgsql as $$
begin
  raise exception 'a revoked key stays revoked' using errcode = 'restrict_violation';
end $$;
create trigger api_keys_stay_revoked
  before update of revoked_at on api_keys
  for each row when (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at)
  execute function keep_key_revoked();

-- Whose key it was that did something to what is another operator's, such as parking on its lot;
-- null in all other rows, and in those from before.
alter table audit_log add column actor_operator_id text;
create function note_actor_operator() returns trigger language plpgsql as $$
begin
  select operator_id into new.actor_operator_id
  from api_keys
  where key_id = new.actor_id and operator_id is distinct from new.operator_id;
  return new;
end $$;
create trigger audit_log_notes_actor_operator
  before insert on audit_log
  for each row when (new.actor_type = 'key') execute function note_actor_operator();

-- Pages of an operator's audit log, newest first: all rows, those of an action, those of an actor,
-- and those of its keys elsewhere. Without the second and third, a filter that matches few rows
-- would read all.
create index audit_log_by_operator on audit_log (operator_id, livemode, at, audit_id);
create index audit_log_by_action on audit_log (operator_id, livemode, action, at, audit_id);
create index audit_log_by_actor on audit_log (operator_id, livemode, actor_id, at, audit_id);
create index audit_log_elsewhere on audit_log (actor_operator_id, livemode, at, audit_id)
  where actor_operator_id is not null;
