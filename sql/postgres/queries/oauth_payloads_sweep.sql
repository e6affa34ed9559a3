-- Deletes what has expired in the authorisation server, and clients that registered 30 days ago
-- and that nobody has connected.
with expired as (
  delete from oauth_payloads where expires_at < now() returning 1
),
unused as (
  delete from oauth_payloads
  where expires_at is null and model = 'Client' and created_at < now() - interval '30 days'
    and not exists (select from connected_apps where client_id = payload ->> 'client_id')
  returning 1
)
select ((select count(*) from expired) + (select count(*) from unused))::integer as row_count;
