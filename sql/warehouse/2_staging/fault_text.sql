-- What is wrong with a text that must not be missing or empty; null when nothing is. An object or a
-- list is no text.
create macro fault_text(member, value) as
  case
    when coalesce(value, '') = '' then member || ' is missing'
    when value[1] in ('{', '[') then member || ' is no text'
  end;
