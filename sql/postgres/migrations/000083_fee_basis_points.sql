-- By which share of its amount the platform's fee of a stay was computed: receipts say it.
-- Null: the stay is under way, imported, or was ended by a process of the version before. Reads and
-- rewrites no row of the table.
alter table sessions add column if not exists fee_basis_points integer;
alter table sessions drop constraint if exists sessions_fee_basis_points;
alter table sessions add constraint sessions_fee_basis_points
  check (fee_basis_points between 0 and 10000) not valid;
