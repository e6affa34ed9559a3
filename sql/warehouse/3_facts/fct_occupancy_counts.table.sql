-- One row per count of the vehicles on a lot. Of several for one lot and instant the one with the
-- highest count_id holds: it corrects the others. hour_at is the hour (UTC) of counted_at.
-- lot_id is stored uncompressed, because reading it compressed takes ten times as long.
create table fct_occupancy_counts (
  batch integer not null,
  count_id bigint not null,
  livemode boolean not null,
  lot_id uuid using compression uncompressed not null,
  counted_at timestamptz not null,
  hour_at timestamptz not null,
  occupied integer not null
);
