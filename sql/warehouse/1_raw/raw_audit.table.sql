-- One row per audit row of Postgres, with the same values. batch is the number of the batch that
-- loaded it.
create table raw_audit (
  batch integer not null,
  tx ubigint not null,
  audit_id bigint not null,
  logged_at timestamptz,
  livemode boolean,
  operator_id varchar,
  action varchar,
  entity_id varchar,
  agent_platform varchar,
  diff json
);
