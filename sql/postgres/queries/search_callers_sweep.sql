-- Deletes who searched, and from where exactly, after 24 hours; the search and its cell stay.
with forgotten as (
  delete from search_callers where at < now() - interval '24 hours' returning 1
)
select count(*)::integer as row_count from forgotten;
