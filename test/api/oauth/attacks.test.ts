import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { begin, connect, connected, redeem, refresh, untilRefused } from './flow.ts';
import { CLIENT, CLIENT_ID, type OAuthStage, openOAuthStage, REDIRECT_URI } from './stage.ts';

let stage: OAuthStage;
beforeAll(async () => {
  stage = await openOAuthStage();
});
afterAll(() => stage.api.stop());

const INVALID_GRANT = { error: 'invalid_grant' };

describe('copied codes and tokens', () => {
  test('a code is good once: a second use ends what the first one got', async () => {
    const way = await connect(stage);
    const tokens = await redeem(way);
    await expect(redeem(way)).rejects.toMatchObject(INVALID_GRANT);
    await untilRefused(stage, tokens.access_token);
    await expect(refresh(stage, tokens.refresh_token ?? '')).rejects.toMatchObject(INVALID_GRANT);
  });

  test('of ten uses at once at most one gets tokens, and they end', async () => {
    const way = await connect(stage);
    const tried = await Promise.allSettled(Array.from({ length: 10 }, () => redeem(way)));
    const got = tried.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    expect(got.length).toBeLessThanOrEqual(1);
    for (const { access_token } of got) await untilRefused(stage, access_token);
  });

  test('a refresh token is good once: a second use ends the app for both who have it', async () => {
    const { tokens } = await connected(stage);
    const next = await refresh(stage, tokens.refresh_token ?? '');
    await expect(refresh(stage, tokens.refresh_token ?? '')).rejects.toMatchObject(INVALID_GRANT);
    await expect(refresh(stage, next.refresh_token ?? '')).rejects.toMatchObject(INVALID_GRANT);
    await untilRefused(stage, next.access_token);
    const [row] = await stage.api.database.sql<object>(
      `select actor_type, actor_id from audit_log
       where action = 'app.ended' order by audit_id desc limit 1`,
    );
    expect(row).toEqual({ actor_type: 'system', actor_id: 'authorisation-server' });
  });

  test('of ten refreshes at once at most one gets tokens', async () => {
    const { tokens } = await connected(stage);
    const tried = await Promise.allSettled(
      Array.from({ length: 10 }, () => refresh(stage, tokens.refresh_token ?? '')),
    );
    expect(tried.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
    await untilRefused(stage, tokens.access_token);
  });

  test('a code or token of another app is refused', async () => {
    const other = 'https://other.example.com/client.json';
    stage.documents.set(other, { ...CLIENT, client_id: other });
    const way = await connect(stage);
    await expect(redeem(way, { clientId: other })).rejects.toMatchObject(INVALID_GRANT);
    const { tokens } = await connected(stage);
    await expect(refresh(stage, tokens.refresh_token ?? '', other)).rejects.toMatchObject(
      INVALID_GRANT,
    );
  });

  test('the database has no code and no token, only what they hash to', async () => {
    const way = await connect(stage);
    const tokens = await redeem(way);
    const [row] = await stage.api.database.sql<{ text: string }>(
      `select string_agg(oauth_payloads::text, ' ') as text from oauth_payloads`,
    );
    const secrets = [way.callback.searchParams.get('code'), tokens.refresh_token];
    for (const secret of secrets) expect(row?.text).not.toContain(secret);
    expect(row?.text).toContain('RefreshToken');
  });
});

describe('proof of the one who began (PKCE)', () => {
  const outcome = async (more: Record<string, string | undefined>) => {
    const { url } = await begin(stage, { more });
    const seen = await openBrowser(stage).open(url);
    return { seen, back: new URL(seen.url) };
  };

  test.each([
    ['is missing', { code_challenge: undefined, code_challenge_method: undefined }],
    ['is plain', { code_challenge_method: 'plain' }],
    ['is plain by default', { code_challenge_method: undefined }],
    ['is of no known kind', { code_challenge_method: 'S512' }],
    ['has no challenge', { code_challenge: undefined }],
    ['is too short', { code_challenge: 'abc' }],
  ])('a request whose proof %s gets no page', async (_what, more) => {
    const { seen, back } = await outcome(more);
    expect(seen.text).not.toContain('<form');
    expect(back.origin).toBe(new URL(REDIRECT_URI).origin);
    expect(back.searchParams.get('error')).toBe('invalid_request');
    expect(back.searchParams.has('code')).toBe(false);
  });

  test('another verifier gets no tokens, and none at all gets none', async () => {
    const way = await connect(stage);
    const verifier = oauth.generateRandomCodeVerifier();
    await expect(redeem({ ...way, verifier })).rejects.toMatchObject(INVALID_GRANT);
    const answer = await fetch(`${stage.baseUrl}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: CLIENT_ID,
        redirect_uri: REDIRECT_URI,
        code: way.callback.searchParams.get('code') ?? '',
      }),
    });
    expect([answer.status, await answer.json()]).toMatchObject([400, INVALID_GRANT]);
  });
});

describe('other ways to a token', () => {
  test.each([
    ['implicit', 'token'],
    ['of OpenID', 'id_token'],
    ['mixed', 'code token'],
    ['none', 'none'],
  ])('the %s response type is refused', async (_what, response_type) => {
    const { url } = await begin(stage, { more: { response_type } });
    const back = new URL((await openBrowser(stage).open(url)).url);
    const sent = new URLSearchParams(back.hash.slice(1) || back.search);
    expect(sent.get('error')).toMatch(/unsupported_response_type|unauthorized_client/);
    expect(back.href).not.toMatch(/access_token|id_token=|code=/);
  });

  test.each(['client_credentials', 'password', 'urn:ietf:params:oauth:grant-type:device_code'])(
    'the grant type %s is refused',
    async (grant_type) => {
      const answer = await fetch(`${stage.baseUrl}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type,
          client_id: CLIENT_ID,
          username: 'ada',
          password: 'x',
        }),
      });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: 'unsupported_grant_type' });
    },
  );
});

describe('mix-up', () => {
  test('an answer that names another issuer, or none, is refused by clients', async () => {
    const way = await connect(stage);
    for (const iss of ['https://evil.example.com', `${stage.baseUrl}/`, undefined]) {
      const callback = new URL(way.callback);
      if (iss === undefined) callback.searchParams.delete('iss');
      else callback.searchParams.set('iss', iss);
      await expect(redeem({ ...way, callback })).rejects.toThrow(/"iss"/);
    }
    const answer = await redeem(way);
    expect(answer.access_token).toBeDefined();
  });

  test('the issuer is the address of the service, whatever Host a caller sends', async () => {
    const asked = (headers: Record<string, string>) =>
      stage.api.request('GET', '/.well-known/oauth-authorization-server', { headers });
    const spoofed = await asked({ 'x-forwarded-host': 'evil.example.com' });
    expect(JSON.stringify(spoofed.body)).not.toContain('evil');
    const local = await asked({ host: `localhost:${stage.api.port}` });
    expect(local.body).toMatchObject({
      issuer: stage.baseUrl,
      token_endpoint: `${stage.baseUrl}/oauth/token`,
    });
    const strange = await asked({ host: 'evil.example.com' });
    expect(strange.status).toBe(403);
  });

  test('a client that expects another issuer sends its code nowhere', async () => {
    const way = await connect(stage);
    const server = { ...way.server, issuer: 'https://honest.example.com' };
    const client = { client_id: CLIENT_ID };
    expect(() => oauth.validateAuthResponse(server, client, way.callback, way.state)).toThrow(
      /"iss"/,
    );
  });
});
