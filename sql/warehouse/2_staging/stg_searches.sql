-- One row per answered search or look-up.
create view stg_searches as
select
  batch, search_id, livemode, kind, cell, cell_latitude, cell_longitude, agent_platform, searched_at
from raw_searches;
