-- The H3 cell of `resolution` (0 to 15, at most the resolution of `cell`) that contains `cell`. In
-- an H3 index bits 52-55 are the resolution, and the 3-bit digits of finer levels are all ones.
create macro cell_parent(cell, resolution) as
  (cell & ~(15::bigint << 52))
  | (resolution::bigint << 52)
  | ((1::bigint << (3 * (15 - resolution))) - 1);
