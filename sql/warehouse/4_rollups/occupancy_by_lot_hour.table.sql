-- One row per mode, resolution-9 cell (0: nothing could be read of the lot), lot and hour (UTC):
-- the space-seconds that finished stays took in that hour. The start and the end of a stay are
-- rounded down to whole seconds, so that its hours add up to exactly its length.
-- lot_id is stored uncompressed, because reading it compressed takes ten times as long.
create table occupancy_by_lot_hour (
  livemode boolean not null,
  cell bigint not null,
  lot_id uuid using compression uncompressed not null,
  hour_at timestamptz not null,
  occupied_seconds bigint not null
);
