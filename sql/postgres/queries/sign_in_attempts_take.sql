-- Counts a try to sign in, before the password is looked at: so of many at the same time no more
-- are let through than one after the other. A device on which the account was used before is
-- counted alone; any other in its network for the account, in its network, and for the account, and
-- in each only while the one in front of it is not full: so a stranger in one network fills no
-- count that all others share. `is_shut`: one of them is full; `opens_at` is when that ends.
-- `scopes` are those that were counted.
-- :subjects are the hashes of what is counted, in the order of the scopes.
with known as materialized (
  select exists (
    select from people
    join known_devices using (person_id)
    where lower(people.email) = lower(:email)
      and known_devices.token_sha256 = :device_sha256::bytea) as is_known
),
nearest as (
  insert into sign_in_attempts as counted (scope, subject, attempt_count)
  select
    case when is_known then 1 else 2 end,
    case when is_known then (:subjects::bytea[])[1] else (:subjects)[2] end,
    1
  from known
  on conflict (scope, subject) do update
  set attempt_count = case
      when counted.started_at <= now() - :window_seconds::integer * interval '1 second' then 1
      else counted.attempt_count + 1
    end,
    started_at = case
      when counted.started_at <= now() - :window_seconds * interval '1 second' then now()
      else counted.started_at
    end
  returning scope, attempt_count > :account_max::integer as is_shut, started_at
),
network as (
  insert into sign_in_attempts as counted (scope, subject, attempt_count)
  select 3, (:subjects)[3], 1
  from nearest
  where scope = 2 and not is_shut
  on conflict (scope, subject) do update
  set attempt_count = case
      when counted.started_at <= now() - :window_seconds * interval '1 second' then 1
      else counted.attempt_count + 1
    end,
    started_at = case
      when counted.started_at <= now() - :window_seconds * interval '1 second' then now()
      else counted.started_at
    end
  returning scope, attempt_count > :network_max::integer as is_shut, started_at
),
account as (
  insert into sign_in_attempts as counted (scope, subject, attempt_count)
  select 4, (:subjects)[4], 1
  from network
  where not is_shut
  on conflict (scope, subject) do update
  set attempt_count = case
      when counted.started_at <= now() - :window_seconds * interval '1 second' then 1
      else counted.attempt_count + 1
    end,
    started_at = case
      when counted.started_at <= now() - :window_seconds * interval '1 second' then now()
      else counted.started_at
    end
  returning scope, attempt_count > :everywhere_max::integer as is_shut, started_at
),
counted as (
  select scope, is_shut, started_at from nearest
  union all
  select scope, is_shut, started_at from network
  union all
  select scope, is_shut, started_at from account
)
select
  array_agg(scope order by scope) as scopes,
  bool_or(is_shut) as is_shut,
  max(started_at) filter (where is_shut) + :window_seconds * interval '1 second' as opens_at
from counted;
