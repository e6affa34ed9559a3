-- Stores why the last refresh failed, what was read of each source before (:sources, a JSON
-- object), and which steps failed (:failing, a JSON list of names and reasons): since when, and how
-- often one after another. Steps that are not in the list, and that ran, fail no more; those that
-- waited (:waiting) stay as they were.
update refresh_status
set
  sources = sources || :sources::jsonb,
  failed_at = now(),
  failure = :failure,
  failure_count = failure_count + 1,
  failing = (
    select coalesce(jsonb_agg(step order by step ->> 'since', step ->> 'name'), '[]')
    from (
      select jsonb_build_object(
        'name', failed.name,
        'since', coalesce(known.step ->> 'since', to_jsonb(now()) #>> '{}'),
        'failed_at', now(),
        'failure_count', coalesce((known.step ->> 'failure_count')::integer, 0) + 1,
        'reason', failed.reason) as step
      from jsonb_to_recordset(:failing::jsonb) as failed (name text, reason text)
      left join jsonb_array_elements(failing) as known (step)
        on known.step ->> 'name' = failed.name
      union all
      select known.step
      from jsonb_array_elements(failing) as known (step)
      where known.step ->> 'name' = any (:waiting::text[])
        and known.step ->> 'name' not in (
          select name from jsonb_to_recordset(:failing::jsonb) as failed (name text))
    ) as steps
  );
