-- One row per session that began. vehicle_id and base_rate_minor, the posted rate at that time, are
-- null where they are not known.
-- lot_id is stored uncompressed, because reading it compressed takes ten times as long.
create table fct_session_starts (
  batch integer not null,
  audit_id bigint not null,
  session_id varchar not null,
  lot_id uuid using compression uncompressed not null,
  livemode boolean not null,
  started_at timestamptz not null,
  vehicle_id bigint,
  base_rate_minor bigint
);
