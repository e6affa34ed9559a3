-- One row per hold that was made. It takes its spaces from starts_at, until ends_at at the latest.
create table fct_holds (
  batch integer not null,
  audit_id bigint not null,
  hold_id varchar not null,
  lot_id uuid not null,
  livemode boolean not null,
  space_count integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null
);
