-- Whether a search counts in figures: it is one of the first 20 of its caller on that day in that
-- place, or from before callers were counted.
create macro is_counted(is_keyed, caller_ordinal) as
  is_keyed is null or caller_ordinal is not null;
