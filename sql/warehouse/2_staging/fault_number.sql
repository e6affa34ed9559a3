-- What is wrong with a whole number from `least` to `most`, as a number or as text; null when
-- nothing is. A cast alone would round fractions.
create macro fault_number(member, value, least, most, is_needed := true) as
  case
    when value is null then if(is_needed, member || ' is missing', null)
    when coalesce(try_cast(value as bigint) <> try_cast(value as double), true)
      then member || ' is no whole number'
    when try_cast(value as bigint) not between least and most
      then member || ' is not from ' || least || ' to ' || most
  end;
