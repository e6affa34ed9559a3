create or replace trigger webhook_secrets_rotated
  before update of secret on webhook_secrets
  for each row execute function keep_previous_secret();
