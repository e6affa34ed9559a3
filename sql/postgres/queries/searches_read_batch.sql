-- The next searches after a position, by (tx, search_id).
-- Columns are those of the warehouse's raw_searches; instants are microseconds since 1970.
-- One that is not usable becomes the greatest number, which is infinity there.
-- :tx and :id are those of the last row that was read; both are 0 for the first batch.
select
  search_log.tx, search_id,
  case
    when is_usable(at) then (extract(epoch from at) * 1000000)::bigint
    else 9223372036854775807
  end as searched_at,
  livemode, kind, cell, cell_latitude, cell_longitude, radius_m, agent_platform, found_lot_count,
  available_lot_count, nearest_lot_m, city_id, searched_on, local_hour, wanted_on, operator_ordinal,
  network_ordinal, caller_ordinal, is_keyed
from search_log
where (search_log.tx, search_id) > (:tx::xid8, :id::bigint)
  and is_below_horizon(search_log.tx)
order by search_log.tx, search_id
limit (select :row_count_max::bigint);
