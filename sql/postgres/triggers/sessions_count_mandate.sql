create or replace trigger sessions_count_mandate
  after insert or update of estimated_minor, subtotal_minor, mandate_id on sessions
  for each row when (new.mandate_id is not null) execute function count_mandate();
