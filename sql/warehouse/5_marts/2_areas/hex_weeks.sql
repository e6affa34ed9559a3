-- One row per world and cell of resolution 5 and 6; writes those of stale_weeks that differ from
-- the last build.
merge into hex_weeks as mart
using (
  with crowds as (
    select livemode, label::bigint as cell, list(isodow(on_day)) as week_days
    from fct_search_crowds
    where dimension = 'cell' and on_day < $as_of::timestamptz::date
      and on_day >= $as_of::timestamptz::date - 28
    group by all
  ),
  -- Compared by a hash of 64 bits: whole rows of all cells would need as much memory again.
  kept as (
    select livemode, cell, hash(
        search_counts, unmet_counts, agent_counts, occupied_seconds, known_seconds,
        measured_seconds, crowded_days) as digest
    from hex_weeks semi join stale_weeks using (livemode, cell)
    where not is_gone
  ),
  judged as (
    select
      livemode, cell,
      list_append(search_counts, list_sum(search_counts)::bigint) as search_counts,
      list_append(unmet_counts, list_sum(unmet_counts)::bigint) as unmet_counts,
      list_append(agent_counts, list_sum(agent_counts)::bigint) as agent_counts,
      list_append(occupied_seconds, list_sum(occupied_seconds)::bigint) as occupied_seconds,
      list_append(known_seconds, list_sum(known_seconds)::bigint) as known_seconds,
      list_append(measured_seconds, list_sum(measured_seconds)::bigint) as measured_seconds,
      list_transform(
        range(1, 8), lambda day: coalesce(list_contains(week_days, day), false)
      ) as crowded_days
    from listed_weeks left join crowds using (livemode, cell)
  ),
  gone as (
    from kept anti join listed_weeks using (livemode, cell)
  ),
  written as (
    select judged.*, false as is_gone
    from judged left join kept using (livemode, cell)
    where digest is distinct from hash(
      search_counts, unmet_counts, agent_counts, occupied_seconds, known_seconds, measured_seconds,
      crowded_days)
    union all
    select * exclude (is_gone, build), true as is_gone
    from hex_weeks semi join gone using (livemode, cell)
  )
  select *, $build::integer as build from written
) as written
using (livemode, cell)
when matched then update by name
when not matched then insert by name;
