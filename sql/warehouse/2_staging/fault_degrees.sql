-- What is wrong with a latitude or longitude of at most `most` degrees, as a number or as text;
-- null when nothing is.
create macro fault_degrees(member, value, most, is_needed := true) as
  case
    when value is null then if(is_needed, member || ' is missing', null)
    when not coalesce(try_cast(value as double) between -most and most, false)
      then member || ' is not from -' || most || ' to ' || most || ' degrees'
  end;
