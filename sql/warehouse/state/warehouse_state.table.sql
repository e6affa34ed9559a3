-- One row: what the warehouse was filled from, what its marts contain, and what was published.
-- A build is one making of the marts; each of their rows bears the build that last changed it.
create table warehouse_state (
  fingerprint varchar not null,
  cluster varchar not null,
  build integer not null,
  audit_batch integer not null,
  search_batch integer not null,
  as_of timestamptz,
  publication_id varchar not null,
  published_build integer not null,
  published_audit_batch integer not null,
  published_search_batch integer not null
);
