-- What is wrong with an H3 cell of a resolution from `least` to `most`, as a number or as text;
-- null when nothing is. Bits 59-62 of a cell are 1, bits 45-51 one of 122 base cells; its 3-bit
-- digits are 7 in finer levels, and in no others (5026338869833 has the lowest bit of each digit).
create macro fault_cell(member, value, least, most, is_needed := true) as
  case
    when value is null then if(is_needed, member || ' is missing', null)
    when not coalesce(
      try_cast(value as bigint) >> 59 = 1
        and (try_cast(value as bigint) >> 52) & 15 between least and most
        and (try_cast(value as bigint) >> 45) & 127 < 122
        and cell_parent(try_cast(value as bigint), (try_cast(value as bigint) >> 52) & 15)
          = try_cast(value as bigint)
        and (try_cast(value as bigint) & (try_cast(value as bigint) >> 1)
          & (try_cast(value as bigint) >> 2) & 5026338869833)
          >> (3 * (15 - (try_cast(value as bigint) >> 52) & 15))::bigint = 0,
      false)
      then member || ' is no H3 cell of its resolution'
  end;
