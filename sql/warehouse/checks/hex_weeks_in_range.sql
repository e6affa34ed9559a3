-- Rows of hex_weeks that are not published yet, without 169 numbers, whose last one is not the sum
-- of the others, or with more of something in an hour than there can be.
select cell
from hex_weeks
where not is_gone and build > (select published_build from warehouse_state) and (
  len(search_counts) <> 169 or list_sum(search_counts) <> 2 * search_counts[169]
    or len(known_seconds) <> 169 or list_sum(known_seconds) <> 2 * known_seconds[169]
    or list_bool_or(list_transform(range(1, 170), lambda i:
      unmet_counts[i] > search_counts[i] or agent_counts[i] > search_counts[i]
        or occupied_seconds[i] > known_seconds[i] or measured_seconds[i] > known_seconds[i]))
);
