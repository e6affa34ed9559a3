-- What is wrong with a code, such as a currency, that `pattern` describes; null when nothing is.
create macro fault_code(member, value, pattern, is_needed := true) as
  case
    when value is null then if(is_needed, member || ' is missing', null)
    when not regexp_full_match(value, pattern) then member || ' is not as ' || pattern
  end;
