-- Who searches is counted by operator, or without a key by network, and each at most 20 times a day
-- and place.

-- caller_ordinal: the ordinal of a search among those that its operator, or without a key its
-- network, made on that day (UTC) in that place (an H3 cell of resolution 8); null for further
-- searches. is_keyed: whether it was made with a key; null for searches from before this migration,
-- whose ordinals are not known, and which all count.
alter table search_log
  add column caller_ordinal smallint,
  add column is_keyed boolean,
  add constraint search_log_caller_ordinal check (
    caller_ordinal is null or (is_keyed is not null and caller_ordinal between 1 and 20)) not valid;
alter table search_log validate constraint search_log_caller_ordinal;

-- caller becomes the operator or, without a key, the network. key is that of an agent, so that what
-- it books is known to follow its search. Both are hashes.
drop index search_callers_of_agents;
alter table search_callers add column key uuid;
update search_callers set key = caller where agent is not null;
create index search_callers_of_agents on search_callers (key, latitude) where key is not null;

-- Who searched in the last 24 hours, and which of these are in groups that are no crowd yet.
create temp table operators_of_keys on commit drop as
select
  hash_caller(secret, 'key ' || key_id) as key,
  hash_caller(secret, 'operator ' || operator_id) as operator
from caller_secret cross join api_keys;
update search_callers set caller = operator
from operators_of_keys
where caller = operators_of_keys.key;
insert into crowd_members (crowd, caller, at)
select crowd, operator, max(at) from crowd_members join operators_of_keys on caller = key
group by crowd, operator
on conflict (crowd, caller) do nothing;
delete from crowd_members using operators_of_keys where caller = key;

-- Groups of agents' queries in a city are also all of a local day (`all`, with no label) and those
-- of one of its hours (`hour`).
alter table search_crowds drop constraint search_crowds_dimension_check;
alter table search_crowds add constraint search_crowds_dimension_check check (
  dimension in ('cell', 'all', 'hour', 'platform', 'place', 'wanted_on'));

-- Published by the pipelines: the areas of searches, with what may be told of seven whole days.
-- cell is 0 for what is in no finer area. searcher_count: callers, each once a day. The last two
-- are per million spaces of the listed lots there, null without any. All are null where it may not
-- be told.
create table marts.search_areas (
  livemode boolean not null,
  cell bigint not null,
  search_count bigint,
  unmet_count bigint,
  agent_count bigint,
  searcher_count bigint,
  searches_per_million bigint,
  searchers_per_million bigint,
  primary key (livemode, cell)
);

-- The same over the 168 hours of the week, the first of which is Monday, 0:00 UTC, of 28 whole
-- days. Where an hour alone may not be told, the pooled_hours hours around it have equal parts of
-- what they have together.
create table marts.search_weeks (
  livemode boolean not null,
  cell bigint not null,
  search_counts bigint[] not null,
  unmet_counts bigint[] not null,
  agent_counts bigint[] not null,
  pooled_hours integer not null,
  primary key (livemode, cell)
);

-- Callers are compared instead of searches. The old figures are of nothing that is compared with
-- these, and the next publication brings new ones.
delete from marts.search_percentiles;
alter table marts.search_percentiles
  drop column searches_per_space,
  add column searchers_per_million bigint not null;
