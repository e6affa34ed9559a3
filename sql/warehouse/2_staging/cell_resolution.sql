-- The resolution of an H3 cell: bits 52-55 of its index.
create macro cell_resolution(cell) as (cell >> 52) & 15;
