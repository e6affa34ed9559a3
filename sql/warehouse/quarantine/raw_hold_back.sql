-- Keeps the rows of some positions, which a statement fails on, out of the way of that statement.
-- $positions is a JSON array of positions.
create or replace temp table held_back as
select rowid as place, *
from "$table"
where batch > $from and batch <= $through
  and (#2, #3) in (
    select (position.tx, position.id)
    from (
      select unnest(from_json($positions, '[{"tx": "UBIGINT", "id": "BIGINT"}]')) as position
    )
  );
