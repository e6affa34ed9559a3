-- Which searches count for a surge: at most three of one searcher in a neighbourhood (an H3 cell of
-- resolution 7) and quarter of an hour, so that nobody makes a surge alone.

-- The ordinal of a search among those that its operator, or without a key its network, made in
-- that neighbourhood and quarter: 1, 2 or 3. Both are null for further searches, and where it is
-- not known: of those before this migration.
alter table search_log
  add column operator_ordinal smallint,
  add column network_ordinal smallint,
  add constraint search_log_ordinals check (
    (operator_ordinal is null or network_ordinal is null)
      and coalesce(operator_ordinal, network_ordinal, 1) between 1 and 3) not valid;
alter table search_log validate constraint search_log_ordinals;

-- How often a searcher has searched in a neighbourhood and quarter, for 24 hours. searcher is one
-- hash of all of these, from the hash of who searched. The count stops rising once it is 3 or more.
create table searcher_counts (
  searcher bigint primary key,
  at timestamptz not null,
  search_count integer not null check (search_count > 0)
);
create index searcher_counts_by_age on searcher_counts (at);
