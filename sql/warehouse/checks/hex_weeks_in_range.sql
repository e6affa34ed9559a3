-- Rows of hex_weeks without 168 hours, or with more of something in an hour than there can be.
select cell
from hex_weeks
where not is_gone and (
  len(search_counts) <> 168 or len(known_seconds) <> 168
    or list_bool_or(list_transform(range(1, 169), lambda i:
      unmet_counts[i] > search_counts[i] or agent_counts[i] > search_counts[i]
        or occupied_seconds[i] > known_seconds[i] or measured_seconds[i] > known_seconds[i]))
);
