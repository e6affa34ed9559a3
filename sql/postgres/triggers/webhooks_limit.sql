create or replace trigger webhooks_limit
  after insert on webhooks
  for each row execute function limit_webhooks();
