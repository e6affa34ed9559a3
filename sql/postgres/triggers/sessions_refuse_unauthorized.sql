create or replace trigger sessions_refuse_unauthorized after insert on sessions
  for each row when (
    new.authorize_by is not null and new.creator_operator_id <> new.operator_id)
  execute function refuse_unauthorized();
