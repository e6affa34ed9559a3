-- One row per world, resolution-9 cell, lot and hour (UTC): the space-seconds that finished stays
-- took in it. Ends of a stay are cut to whole seconds, so that hours add up to the stay exactly.
-- lot_id is stored as it is: packed, its 128 bits would take ten times as long to read.
create table occupancy_by_lot_hour (
  livemode boolean not null,
  cell bigint not null,
  lot_id uuid using compression uncompressed not null,
  hour_at timestamptz not null,
  occupied_seconds bigint not null
);
