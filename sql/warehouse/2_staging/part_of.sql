-- The part (from 0 on) of a whole number that is divided into as equal whole parts as possible.
create macro part_of(number, part, parts) as
  ((part + 1) * number // parts - part * number // parts)::bigint;
