-- What is wrong with true or false, as a boolean or as text; null when nothing is.
create macro fault_flag(member, value, is_needed := true) as
  case
    when value is null then if(is_needed, member || ' is missing', null)
    when value::varchar not in ('true', 'false') then member || ' is neither true nor false'
  end;
