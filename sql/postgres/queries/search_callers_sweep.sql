-- Deletes who searched, and from where exactly, after 24 hours; the search and its cell stay.
with searchers as (
  delete from search_callers where at < now() - interval '24 hours' returning 1
),
members as (
  delete from crowd_members where at < now() - interval '24 hours' returning 1
),
counts as (
  delete from searcher_counts where at < now() - interval '24 hours' returning 1
)
select (
  (select count(*) from searchers) + (select count(*) from members) + (select count(*) from counts)
)::integer as row_count;
