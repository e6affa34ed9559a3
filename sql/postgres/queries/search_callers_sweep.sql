-- Forgets who searched, and from where exactly, a day after; the search and its cell stay.
with forgotten as (
  delete from search_callers where at < now() - interval '24 hours' returning 1
)
select count(*)::integer as row_count from forgotten;
