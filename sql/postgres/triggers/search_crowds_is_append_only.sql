create or replace trigger search_crowds_is_append_only
  before update or delete or truncate on search_crowds
for each statement execute function refuse_change();
