-- One row per answered search or look-up.
create view stg_searches as
select
  batch, search_id, livemode, kind, cell, cell_latitude, cell_longitude, agent_platform,
  searched_at, available_lot_count, city_id, searched_on, local_hour, wanted_on,
  operator_ordinal, network_ordinal, caller_ordinal, is_keyed
from raw_searches;
