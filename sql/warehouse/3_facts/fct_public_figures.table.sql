-- One row per time that an operator declared its figures public or took that back.
create table fct_public_figures (
  batch integer not null,
  audit_id bigint not null,
  declared_at timestamptz not null,
  operator_id varchar not null,
  is_public boolean not null
);
