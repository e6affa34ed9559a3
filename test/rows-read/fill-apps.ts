/** Apps that people connected, and what the authorisation server keeps for them. */
export const appsOf = (many: (count: number) => number) => [
  `update api_keys set kind = 'app' where key_id like 'key_%9';
   insert into connected_apps (key_id, member_id, client_id, redirect_host, resource, grant_id)
   select key_id, 'mem_1', 'https://app.example.com/' || length(key_id), 'app.example.com',
     'https://parking.example/api', 'grant of the app ' || key_id
   from api_keys where kind = 'app'`,
  `insert into oauth_payloads (model, id_sha256, payload, grant_id, created_at, expires_at)
   select case when n % 100 = 0 then 'Client' when n % 2 = 0 then 'Grant' else 'RefreshToken' end,
     sha256(convert_to('payload ' || n, 'UTF8')), '{"client_id": "x"}',
     case when n % 100 > 0 then 'grant of the app key_' || n end, now() - interval '40 days',
     case when n % 100 > 0 then now() + (n % 300 + 1) * interval '1 day' end
   from generate_series(1, ${many(20_000)}) as n`,
];
