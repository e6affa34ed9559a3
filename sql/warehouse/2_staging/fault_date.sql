-- What is wrong with a date; null when nothing is.
create macro fault_date(member, value, is_needed := true) as
  case
    when value is null then if(is_needed, member || ' is missing', null)
    when value < date '1970-01-01' or value >= date '2200-01-01'
      then member || ' is no date from 1970 to 2199'
  end;
