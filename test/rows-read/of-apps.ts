import { far, few, json, type Sample, SMALL, sha256, upTo } from './sample.ts';

const WHICH = { app_id: 'key_19', grant_id: null, member_id: null };
const PAYLOAD = { model: 'RefreshToken', id_sha256: sha256('payload 77') };

/** Connected apps, and what the authorisation server keeps. */
export const OF_APPS: Record<string, Sample> = {
  connected_apps_end: few(WHICH, {
    app_id: null,
    grant_id: 'grant of the app key_29',
    operator_id: null,
    livemode: null,
    member_id: null,
  }),
  connected_apps_find: few({ app_id: 'key_19', member_id: null }),
  connected_apps_find_grant: few({ grant_id: 'grant of the app key_29' }),
  connected_apps_insert: few({
    app_id: 'key_app',
    name: 'Valet',
    secret_sha256: sha256('app'),
    scopes: [],
    spend_cap_cents: null,
    expires_at: null,
    mandate: null,
    member_id: 'mem_1',
    client_id: 'https://app.example.com',
    client_uri: null,
    redirect_host: 'app.example.com',
    resource: 'https://parking.example/api',
    grant_id: 'grant of the new app',
  }),
  connected_apps_list: few(
    { member_id: null },
    { member_id: 'mem_1' },
    { ...far('key_1', 20), member_id: null },
    { ...SMALL, member_id: null },
  ),
  oauth_keys_insert: few({
    key_id: 'new_signing_key',
    server_secret: 'x'.repeat(60),
    publish_seconds: 0,
    keep_seconds: 86_400,
  }),
  oauth_keys_list: few({ rotate_days: 90 }),
  oauth_payloads_consume: few(PAYLOAD),
  oauth_payloads_delete: few(
    { ...PAYLOAD, grant_id: null },
    { ...PAYLOAD, id_sha256: null, grant_id: 'grant of the app key_77' },
  ),
  oauth_payloads_find: few(PAYLOAD),
  oauth_payloads_put: few({ ...PAYLOAD, payload: json({}), grant_id: null, ttl_seconds: 600 }),
  oauth_payloads_sweep: upTo(
    ['oauth_payloads', 'connected_apps'],
    'once a day, looks through the clients that registered',
  ),
};
