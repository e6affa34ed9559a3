-- One row per session that began.
-- lot_id is stored as it is: packed, its 128 bits would take ten times as long to read.
create table fct_session_starts (
  batch integer not null,
  audit_id bigint not null,
  session_id varchar not null,
  lot_id uuid using compression uncompressed not null,
  livemode boolean not null,
  started_at timestamptz not null
);
