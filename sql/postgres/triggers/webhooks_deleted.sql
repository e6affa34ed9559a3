create or replace trigger webhooks_deleted after update of deleted_at on webhooks
for each row when (new.deleted_at is not null) execute function forget_secret();
