-- What is wrong with an id in the form of a UUID, as text; null when nothing is.
create macro fault_uuid(member, value, is_needed := true) as
  case
    when value is null then if(is_needed, member || ' is missing', null)
    when try_cast(value as uuid) is null then member || ' is no UUID'
  end;
