-- One row per session that has begun and not ended. balance is 1; an end that was read before its
-- start leaves -1 here until the start arrives.
-- lot_id is stored as it is: packed, its 128 bits would take ten times as long to read.
create table open_stays (
  session_id varchar not null,
  livemode boolean not null,
  lot_id uuid using compression uncompressed not null,
  started_at timestamptz not null,
  balance bigint not null
);
