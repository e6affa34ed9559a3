-- One row per session that has begun and not ended, with balance 1. An end that is loaded before
-- its start has a row with balance -1 until the start is loaded.
-- lot_id is stored uncompressed, because reading it compressed takes ten times as long.
create table open_stays (
  session_id varchar not null,
  livemode boolean not null,
  lot_id uuid using compression uncompressed not null,
  started_at timestamptz not null,
  balance bigint not null
);
