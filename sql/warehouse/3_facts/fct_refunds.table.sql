-- One row per refund that was paid out. A session may have several.
create table fct_refunds (
  batch integer not null,
  audit_id bigint not null,
  session_id varchar not null
);
