import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi } from '../client.ts';
import { begin } from './flow.ts';
import { CLIENT, CLIENT_ID, type OAuthStage, openOAuthStage, REDIRECT_URI } from './stage.ts';

let stage: OAuthStage;
let open: OAuthStage;
beforeAll(async () => {
  stage = await openOAuthStage();
  open = await openOAuthStage({ config: { oauthRegistration: true } });
});
afterAll(() => Promise.all([stage.api.stop(), open.api.stop()]));

const METADATA = '/.well-known/oauth-authorization-server';

test('the metadata says what there is, and nothing of what there is not', async () => {
  const { body, headers } = await stage.api.request('GET', METADATA);
  const at = (path: string) => `${stage.baseUrl}/oauth/${path}`;
  expect(body).toEqual({
    issuer: stage.baseUrl,
    authorization_endpoint: at('authorize'),
    token_endpoint: at('token'),
    jwks_uri: at('jwks'),
    revocation_endpoint: at('revoke'),
    introspection_endpoint: at('introspect'),
    response_types_supported: ['code'],
    response_modes_supported: ['form_post', 'fragment', 'query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: expect.arrayContaining(['lots:read', 'sessions:write', 'offline_access']),
    token_endpoint_auth_methods_supported: ['none'],
    introspection_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  });
  expect(body.scopes_supported).not.toContain('keys:write');
  expect(headers['access-control-allow-origin']).toBe('*');
  const registering = await open.api.request('GET', METADATA);
  expect(registering.body.registration_endpoint).toBe(`${open.baseUrl}/oauth/register`);
});

test.each([
  ['/.well-known/oauth-protected-resource', 'api'],
  ['/.well-known/oauth-protected-resource/mcp', 'mcp'],
])('%s says where tokens for a resource come from', async (path, resource) => {
  const { body } = await stage.api.request('GET', path);
  expect(body).toMatchObject({
    resource: `${stage.baseUrl}/${resource}`,
    authorization_servers: [stage.baseUrl],
    bearer_methods_supported: ['header'],
  });
});

test('published keys are public', async () => {
  const { body } = await stage.api.request('GET', '/oauth/jwks');
  expect(body.keys).toHaveLength(1);
  expect(Object.keys(body.keys[0]).toSorted()).toEqual([
    'alg',
    'crv',
    'kid',
    'kty',
    'use',
    'x',
    'y',
  ]);
});

test.each([
  ['GET', METADATA],
  ['GET', '/oauth/jwks'],
  ['POST', '/oauth/token'],
  ['POST', '/oauth/revoke'],
  ['POST', '/oauth/introspect'],
  ['GET', '/oauth/authorize'],
  ['POST', '/oauth/register'],
  ['DELETE', '/oauth/token'],
])('%s %s has the usual headers, and is kept by nobody', async (method, path) => {
  const { headers } = await stage.api.request(method, path);
  expect(headers['x-request-id']).toMatch(/^req_[0-9a-f]{32}$/);
  expect(headers['x-ratelimit-limit']).toBe('120');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['cache-control']).toContain('no-store');
  expect(headers['x-powered-by']).toBeUndefined();
});

test('a page of any origin may get tokens and read errors', async () => {
  const asked = await stage.api.request('OPTIONS', '/oauth/token', {
    headers: { origin: 'https://page.example', 'access-control-request-method': 'POST' },
  });
  expect([asked.status, asked.headers['access-control-allow-origin']]).toEqual([204, '*']);
  const refused = await stage.api.request('POST', '/oauth/token', {
    raw: `grant_type=refresh_token&refresh_token=none&client_id=${encodeURIComponent(CLIENT_ID)}`,
    headers: {
      origin: 'https://page.example',
      'content-type': 'application/x-www-form-urlencoded',
    },
  });
  expect(refused.body.error).toBe('invalid_grant');
  expect(refused.headers['access-control-allow-origin']).toMatch(/^(\*|https:\/\/page.example)$/);
});

test('calls draw from the budget of their address', async () => {
  const own = await startTestApi({ clock: { now: () => Date.now() } });
  const statuses: number[] = [];
  for (let call = 0; call < 140; call += 1)
    statuses.push((await own.request('POST', '/oauth/token')).status);
  await own.stop();
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(1);
  expect(statuses.slice(0, 100)).not.toContain(429);
});

test('plaintext is not answered where a proxy does TLS', async () => {
  const proxied = await startTestApi({
    config: { transport: 'proxy', trustedProxies: ['127.0.0.1'], baseUrl: 'https://p.example' },
  });
  const headers = { host: 'p.example' };
  const plain = await proxied.request('GET', METADATA, { headers });
  expect([plain.status, plain.headers.upgrade]).toEqual([426, 'TLS/1.3, HTTP/1.1']);
  const secure = await proxied.request('GET', METADATA, {
    headers: { ...headers, 'x-forwarded-proto': 'https' },
  });
  expect(secure.body.issuer).toBe('https://p.example');
  expect(secure.headers['strict-transport-security']).toContain('max-age');
  await proxied.stop();
});

test('a body that is too large, or no form, is refused', async () => {
  const send = (raw: string, type: string) =>
    stage.api.request('POST', '/oauth/token', { raw, headers: { 'content-type': type } });
  const large = await send(`a=${'x'.repeat(100_000)}`, 'application/x-www-form-urlencoded');
  expect(large.status).toBe(400);
  expect((await send('{"grant_type":"authorization_code"}', 'application/json')).status).toBe(400);
});

describe('apps that register themselves', () => {
  const register = (to: OAuthStage, body: object) =>
    to.api.request('POST', '/oauth/register', { body });

  test('are refused unless the setting allows them', async () => {
    expect((await register(stage, { redirect_uris: [REDIRECT_URI] })).status).toBe(404);
  });

  test('get an id and no secret', async () => {
    const { status, body } = await register(open, {
      client_name: 'Valet',
      redirect_uris: [REDIRECT_URI],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
      scope: 'lots:read keys:write openid',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ client_name: 'Valet', scope: 'lots:read' });
    expect(Object.keys(body)).not.toContain('client_secret');
  });

  test.each([
    ['no addresses', {}],
    ['plain http elsewhere', { redirect_uris: ['http://evil.example/back'] }],
    ['script', { redirect_uris: ['javascript:alert(1)'] }],
    [
      'a secret',
      { redirect_uris: [REDIRECT_URI], token_endpoint_auth_method: 'client_secret_post' },
    ],
    ['tokens without a code', { redirect_uris: [REDIRECT_URI], grant_types: ['implicit'] }],
    ['the implicit way', { redirect_uris: [REDIRECT_URI], response_types: ['token'] }],
    ['credentials alone', { redirect_uris: [REDIRECT_URI], grant_types: ['client_credentials'] }],
  ])('with %s are refused', async (_what, body) => {
    const { status, body: refusal } = await register(open, body);
    expect(status).toBe(400);
    expect(refusal.error).toMatch(/invalid_client_metadata|invalid_redirect_uri/);
  });
});

describe('apps that name a document', () => {
  const other = 'https://doc.example.com/client.json';

  test.each([
    ['that is not there', undefined],
    ['of another id', { ...CLIENT }],
    ['with a secret', { ...CLIENT, client_id: other, client_secret: 'x' }],
    [
      'that wants a secret',
      { ...CLIENT, client_id: other, token_endpoint_auth_method: 'client_secret_basic' },
    ],
    ['without addresses', { client_id: other, client_name: 'x' }],
    ['that is a list', [1]],
  ])('%s are refused, and the person stays', async (_what, document) => {
    if (document === undefined) open.documents.delete(other);
    else open.documents.set(other, document);
    const { url } = await begin(open, { clientId: other });
    const answer = await fetch(url, { redirect: 'manual' });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('This app cannot be connected');
  });

  test.each([
    'http://app.example.com/client.json',
    'https://app.example.com/client.json#x',
    'https://user@app.example.com/client.json',
    'https://app.example.com/a/../client.json',
    'ftp://app.example.com/client.json',
    'unknown',
  ])('%s is no id of an app', async (clientId) => {
    open.documents.set(clientId, { ...CLIENT, client_id: clientId });
    const { url } = await begin(open, { clientId });
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(400);
  });
});
