-- Stores that there was nothing to refresh: what was published contains everything that each source
-- had at :read_until (null: not known).
update refresh_status
set
  succeeded_at = now(),
  failure_count = 0,
  sources = (
    select jsonb_object_agg(name, source || jsonb_build_object('read_until', :read_until::text))
    from jsonb_each(sources) as known (name, source)
  )
where sources <> '{}';
