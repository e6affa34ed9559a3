-- Callers are compared as they are, no longer for each space: whoever lists lots would change it.
-- The next publication brings the new figures; processes of the version before know none until they
-- end.
delete from marts.search_percentiles;
alter table marts.search_percentiles
  alter column searchers_per_million drop not null,
  add column searcher_count bigint not null;
