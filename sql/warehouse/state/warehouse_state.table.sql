-- One row: the database that the warehouse was filled from, and the newest build and publication.
-- A build is one computation of the marts; each of their rows has the build that last changed it.
-- Other versions of this program read the fingerprint, too, so the column must stay as it is.
create table warehouse_state (
  fingerprint varchar not null,
  cluster varchar not null,
  build integer not null,
  as_of timestamptz,
  publication_id varchar not null,
  published_build integer not null
);
