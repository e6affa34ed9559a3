create or replace trigger webhooks_added after insert on webhooks
for each row execute function ask_for_proof();
