-- Searches around a lot in percent of what is usual there at this hour; null: as usual.
create or replace function surge_pct(lot lots) returns integer language sql stable
return (
  select surge_pct from marts.search_surges
  where livemode = lot.livemode and cell = cell_parent(lot.cell, 7) and until_at > now()
);
