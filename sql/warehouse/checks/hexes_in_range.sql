-- Rows of hexes with more of something than there can be.
select *
from hexes
where not is_gone and (
  unmet_count > search_count or agent_count > search_count or rated_lot_count > lot_count
    or occupied_minutes > known_minutes or measured_minutes > known_minutes
    or (rate_hourly is null) <> (rated_lot_count = 0)
    or (lot_count = 0 and search_count = 0)
);
