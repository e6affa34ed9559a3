-- What is wrong with one of a list of words; null when nothing is.
create macro fault_choice(member, value, choices, is_needed := true) as
  case
    when value is null then if(is_needed, member || ' is missing', null)
    when not list_contains(choices, value)
      then member || ' is none of ' || array_to_string(choices, ', ')
  end;
