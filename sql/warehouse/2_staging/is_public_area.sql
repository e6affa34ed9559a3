-- Whether an area is of lots with public figures alone: the areas of the others are larger cells.
create macro is_public_area(cell) as ((cell >> 52) & 15) = 9;
