-- The H3 cell of a coarser resolution that a cell belongs to, as its index spells it: the
-- resolution in four bits, and all finer digits, three bits each, set.
create or replace function cell_parent(cell bigint, resolution integer)
returns bigint language sql immutable parallel safe
return (cell & ~(15::bigint << 52))
  | (resolution::bigint << 52)
  | ((1::bigint << (3 * (15 - resolution))) - 1);
