-- One row: what the warehouse was filled from, and the numbers of what was built and published.
-- A build is one making of the marts; each of their rows bears the build that last changed it.
-- Versions before and after this one look for its fingerprint.
create table warehouse_state (
  fingerprint varchar not null,
  cluster varchar not null,
  build integer not null,
  as_of timestamptz,
  publication_id varchar not null,
  published_build integer not null
);
