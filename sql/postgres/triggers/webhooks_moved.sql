create or replace trigger webhooks_moved after update of url, status on webhooks
for each row when (new.status = 'active' and (old.url <> new.url or old.status <> new.status))
execute function ask_for_proof();
