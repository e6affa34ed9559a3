-- One row per mode, lot and hour (UTC) with counts, and the resolution-9 cell in which the lot was
-- when the row was last computed (0: nothing could be read of the lot). occupied_seconds are the
-- space-seconds that the counts stand for: a count holds until the next one of its hour, the last
-- until the end of the hour, and the first from its beginning on. So ten counts within a minute
-- weigh no more than that minute. Counts are rounded down to whole seconds, and the seconds of an
-- hour add up to 3,600. They may exceed what the lot's spaces have, because capacities are often
-- wrong, and change.
-- count_count is the number of instants that were counted.
-- lot_id is stored uncompressed, because reading it compressed takes ten times as long.
create table counts_by_lot_hour (
  livemode boolean not null,
  cell bigint not null,
  lot_id uuid using compression uncompressed not null,
  hour_at timestamptz not null,
  count_count bigint not null,
  occupied_seconds bigint not null
);
