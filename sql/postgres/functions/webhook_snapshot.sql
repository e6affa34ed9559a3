-- What audit rows say of a webhook.
create or replace function webhook_snapshot(webhook webhooks) returns jsonb
language sql stable
return jsonb_build_object(
  'url', webhook.url, 'events', webhook.events, 'description', webhook.description,
  'status', webhook.status, 'pause_reason', webhook.pause_reason);
