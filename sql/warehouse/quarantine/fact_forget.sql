-- Removes from a fact of audit rows what it has of some rows of a batch. $positions is a JSON array
-- of their positions.
delete from "$table"
where batch = $batch and audit_id in (
  select unnest(from_json($positions, '[{"id": "BIGINT"}]'), recursive := true)
);
