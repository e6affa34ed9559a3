import { decodeJwt, decodeProtectedHeader } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { begin, call, connect, connected, redeem, refresh, untilRefused } from './flow.ts';
import { CLIENT_ID, type OAuthStage, openOAuthStage, REDIRECT_URI } from './stage.ts';

let stage: OAuthStage;
beforeAll(async () => {
  stage = await openOAuthStage();
});
afterAll(() => stage.api.stop());

test('an app gets tokens for what a person allows, calls with them, and refreshes them', async () => {
  const { tokens, callback } = await connected(stage);
  expect(callback.searchParams.get('iss')).toBe(stage.baseUrl);
  expect(tokens).toMatchObject({
    token_type: 'bearer',
    expires_in: 600,
    scope: 'lots:read sessions:read sessions:write',
  });
  const me = await call(stage, tokens.access_token, '/api/v1/me');
  expect(me.body).toMatchObject({
    key: { name: 'Valet', mode: 'live', scopes: ['lots:read', 'sessions:read', 'sessions:write'] },
    operator: { id: stage.key.operatorId },
  });
  const again = await refresh(stage, tokens.refresh_token ?? '');
  expect(again.refresh_token).not.toBe(tokens.refresh_token);
  for (const { access_token } of [tokens, again])
    expect((await call(stage, access_token, '/api/v1/lots')).status).toBe(200);
});

test('a token says for whom, for what and for how long it is, and nothing about the person', async () => {
  const { tokens } = await connected(stage);
  const { app_id } = await newestApp();
  expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({ typ: 'at+jwt', alg: 'ES256' });
  const claims = decodeJwt(tokens.access_token);
  expect(Object.keys(claims).toSorted()).toEqual([
    'aud',
    'client_id',
    'exp',
    'grant',
    'iat',
    'iss',
    'jti',
    'scope',
    'sub',
  ]);
  expect(claims).toMatchObject({
    iss: stage.baseUrl,
    aud: `${stage.baseUrl}/api`,
    sub: stage.who.person?.memberId,
    client_id: CLIENT_ID,
    grant: app_id,
  });
  expect(Number(claims.exp) - Number(claims.iat)).toBe(600);
});

async function newestApp(): Promise<{ app_id: string }> {
  const { body } = await stage.api.request('GET', '/api/v1/connected-apps', {
    key: stage.key.secret,
  });
  return { app_id: body.data[0].id };
}

test('what an app does is its own in the audit log', async () => {
  const { tokens } = await connected(stage, { scope: 'lots:read lots:write audit:read' });
  const { app_id } = await newestApp();
  const lot = { name: 'Elm', lat: 43.65, lng: -79.38, total_spaces: 5, base_rate: 2 };
  const made = await call(stage, tokens.access_token, '/api/v1/lots', 'POST', lot);
  expect(made.status).toBe(201);
  const rows = await stage.api.database.sql<{ actor_type: string; action: string }>(
    'select actor_type, action from audit_log where actor_id = $1',
    [app_id],
  );
  expect(rows).toEqual([{ actor_type: 'token', action: 'lot.created' }]);
  const [connectedRow] = await stage.api.database.sql<object>(
    `select actor_type, actor_id from audit_log where action = 'app.connected' and entity_id = $1`,
    [app_id],
  );
  expect(connectedRow).toEqual({ actor_type: 'person', actor_id: stage.who.person?.memberId });
});

test('openid-client connects, asks about its tokens, and gives them back', async () => {
  const config = await client.discovery(
    new URL(stage.baseUrl),
    CLIENT_ID,
    { redirect_uris: [REDIRECT_URI] },
    client.None(),
    { execute: [client.allowInsecureRequests], algorithm: 'oauth2' },
  );
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT_URI,
    scope: 'lots:read',
    resource: `${stage.baseUrl}/api`,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  });
  const browser = openBrowser(stage);
  const back = await browser.submit(await browser.open(url), { decision: 'allow' });
  const checks = { pkceCodeVerifier: verifier, expectedState: state };
  const tokens = await client.authorizationCodeGrant(config, new URL(back.url), checks);
  expect((await call(stage, tokens.access_token, '/api/v1/lots')).status).toBe(200);
  const about = await client.tokenIntrospection(config, tokens.access_token);
  expect(about).toMatchObject({ active: true, scope: 'lots:read', aud: `${stage.baseUrl}/api` });
  const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
  expect(await client.tokenIntrospection(config, next.refresh_token ?? '')).toMatchObject({
    active: true,
  });
  await client.tokenRevocation(config, next.refresh_token ?? '');
  for (const token of [tokens.access_token, next.access_token]) {
    await untilRefused(stage, token);
    expect(await client.tokenIntrospection(config, token)).toEqual({ active: false });
  }
});

test('an access token that is given back ends its app', async () => {
  const { tokens, server } = await connected(stage);
  const revoke = (clientId: string) =>
    fetch(server.revocation_endpoint ?? '', {
      method: 'POST',
      body: new URLSearchParams({ token: tokens.access_token, client_id: clientId }),
    });
  stage.documents.set('https://other.example.com/app', {
    client_id: 'https://other.example.com/app',
    redirect_uris: ['https://other.example.com/back'],
  });
  expect((await revoke('https://other.example.com/app')).status).toBe(200);
  expect((await call(stage, tokens.access_token, '/api/v1/lots')).status).toBe(200);
  expect((await revoke(CLIENT_ID)).status).toBe(200);
  await untilRefused(stage, tokens.access_token);
  await expect(refresh(stage, tokens.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  });
});

test('a person who does not allow it is sent back without a code', async () => {
  const { callback } = await connect(stage, { changes: { decision: 'refuse' } });
  expect(Object.fromEntries(callback.searchParams)).toMatchObject({
    error: 'access_denied',
    iss: stage.baseUrl,
  });
  expect(callback.searchParams.has('code')).toBe(false);
});

test('without a resource a token is for the API; without scopes it is for a driver’s needs', async () => {
  const way = await connect(stage, { more: { resource: undefined, scope: undefined } });
  const tokens = await redeem(way);
  expect(decodeJwt(tokens.access_token).aud).toBe(`${stage.baseUrl}/api`);
  expect(tokens.scope?.split(' ').toSorted()).toEqual([
    'lots:read',
    'reservations:read',
    'reservations:write',
    'sessions:read',
    'sessions:write',
  ]);
});

test.each(['consent', 'login', 'login consent'])(
  'an app may insist on %s, and the person still decides once',
  async (prompt) => {
    const scope = 'openid offline_access lots:read profile';
    const { tokens } = await connected(stage, { scope, more: { prompt } });
    expect(tokens.scope).toBe('lots:read');
    expect(tokens.refresh_token).toBeDefined();
  },
);

test('each authorisation is decided by itself, also by the same person for the same app', async () => {
  const { browser } = await connected(stage);
  const { url } = await begin(stage);
  const page = await browser.open(url);
  expect(page.text).toContain('name="decision"');
  const { url: silent } = await begin(stage, { more: { prompt: 'none' } });
  const back = new URL((await browser.open(silent)).url);
  expect(back.searchParams.get('error')).toMatch(/login_required|consent_required/);
});

test('whoever has not signed in is led there and back', async () => {
  const { person } = stage.who;
  if (person === undefined) throw new Error('nobody can sign in');
  stage.who.person = undefined;
  const { url } = await begin(stage);
  const browser = openBrowser(stage);
  stage.who.person = person;
  const to = new URL((await browser.open(url)).url);
  expect(to.pathname).toBe('/dashboard/sign-in');
  browser.become(person);
  const page = await browser.open(to.searchParams.get('next') ?? '');
  expect(page.text).toContain('name="decision"');
});

test('whoever proved a while ago who they are proves it once more, and comes back', async () => {
  const visitor = await stage.newPerson({ name: 'Grace' });
  await stage.api.database.sql(
    `update sign_ins set authenticated_at = now() - interval '11 minutes' where member_id = $1`,
    [visitor.memberId],
  );
  await stage.api.database.sql(
    `update people set password_hash = '$argon2id$x' where person_id =
       (select person_id from members where member_id = $1)`,
    [visitor.memberId],
  );
  const { url } = await begin(stage);
  const browser = openBrowser(stage);
  browser.become(visitor);
  const asked = await browser.open(url);
  expect(asked.text).toContain('Is it still you?');
  expect(asked.text).toMatch(/name="next" value="\/dashboard\/connect\/[\w-]+"/);
  expect(asked.text).not.toContain('name="decision"');
});
