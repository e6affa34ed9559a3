import { afterAll, beforeAll, expect, test } from 'vitest';
import { openParking } from '../../stage/parking.ts';
import { untilHolds } from '../../stage/until-holds.ts';
import { openBrowser } from './browser.ts';
import { begin, call, connect, connected, redeem, refresh, textOf, untilRefused } from './flow.ts';
import { type OAuthStage, openOAuthStage } from './stage.ts';

let stage: OAuthStage;
let lotId: string;
beforeAll(async () => {
  stage = await openOAuthStage();
  const parking = await openParking(stage.api.database);
  const { operatorId } = parking.caller;
  stage.who.person = await stage.newPerson({ operatorId });
  stage.key.operatorId = operatorId;
  lotId = await parking.addLot({ rate_minor: 400 });
});
afterAll(() => stage.api.stop());

const EVERYTHING = 'lots:read lots:write sessions:read sessions:write reservations:write';

function park(token: string, plate: string, hours: number) {
  const body = { lot_id: lotId, plate, duration_hours: hours };
  return call(stage, token, '/api/v1/sessions', 'POST', body);
}

test('no app sees how the server does, even one that its owner has connected', async () => {
  stage.api.giveServerTo(stage.key.operatorId);
  const { tokens } = await connected(stage, { scope: 'lots:read' });
  expect((await call(stage, tokens.access_token, '/api/v1/lots')).status).toBe(200);
  const answer = await call(stage, tokens.access_token, '/api/v1/server/operators');
  expect(answer).toMatchObject({
    ...{ status: 403, body: { error: { details: { reason: 'not_server_owner' } } } },
  });
});

test('an app gets only what the person ticks', async () => {
  const changes = { 'scope:lots:write': undefined, 'scope:sessions:write': undefined };
  const { tokens } = await connected(stage, { scope: EVERYTHING, changes });
  expect(tokens.scope?.split(' ')).toEqual(['lots:read', 'sessions:read', 'reservations:write']);
  const refused = await park(tokens.access_token, 'NO 1', 1);
  expect([refused.status, refused.body.error.details.reason]).toEqual([403, 'scope_needed']);
});

test('nobody allows an app more than they may do, whatever the form says', async () => {
  const { operatorId } = stage.key;
  const { url } = await begin(stage, { scope: EVERYTHING });
  const browser = openBrowser(stage);
  browser.become(await stage.newPerson({ operatorId, role: 'viewer', name: 'Vi' }));
  const page = await browser.open(url);
  expect(page.text).toContain('name="scope:lots:read"');
  expect(page.text).not.toContain('name="scope:lots:write"');
  const forged = await browser.submit(page, { decision: 'allow', 'scope:lots:write': 'on' });
  expect(forged.status).toBe(403);
  expect(textOf(forged)).toContain('you may not do this yourself: lots:write');
});

test('nobody allows an app more than it asked for', async () => {
  const { url } = await begin(stage, { scope: 'lots:read' });
  const browser = openBrowser(stage);
  const page = await browser.open(url);
  for (const scope of ['lots:write', 'keys:write', 'everything']) {
    const forged = await browser.submit(page, { decision: 'allow', [`scope:${scope}`]: 'on' });
    expect([forged.status, textOf(forged)]).toEqual([403, expect.stringContaining(scope)]);
  }
});

test('no app gets what would outlive it', async () => {
  const scope = 'lots:read keys:write members:write plan:write privacy:write openid admin';
  const way = await connect(stage, { scope });
  expect(way.page.text.match(/name="scope:[^"]*"/g)).toEqual(['name="scope:lots:read"']);
  expect((await redeem(way)).scope).toBe('lots:read');
});

test('a refresh may ask for less, and never for more', async () => {
  const { tokens, server } = await connected(stage, { scope: 'lots:read sessions:read' });
  const ask = (refresh_token: string, scope: string) =>
    fetch(server.token_endpoint ?? '', {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: 'https://app.example.com/client.json',
        refresh_token,
        scope,
      }),
    });
  const more = await ask(tokens.refresh_token ?? '', 'lots:read lots:write');
  expect([more.status, await more.json()]).toMatchObject([400, { error: 'invalid_scope' }]);
  const less = await ask(tokens.refresh_token ?? '', 'lots:read');
  const { access_token, scope } = (await less.json()) as Record<string, string>;
  expect(scope).toBe('lots:read');
  const refused = await call(stage, access_token ?? '', '/api/v1/sessions');
  expect(refused.status).toBe(403);
});

test('an app spends at most what the person allows in a month, over all its tokens', async () => {
  const changes = { max_per_month: '10', currency: 'CAD' };
  const { tokens } = await connected(stage, { scope: EVERYTHING, changes });
  expect((await park(tokens.access_token, 'MAN 1', 2)).status).toBe(201);
  const next = await refresh(stage, tokens.refresh_token ?? '');
  const spent = await park(next.access_token, 'MAN 2', 1);
  expect([spent.status, spent.body.error.details]).toMatchObject([
    403,
    { reason: 'mandate_exceeded', rule: 'max_per_month' },
  ]);
  const me = await call(stage, next.access_token, '/api/v1/me');
  expect(me.body.mandate).toMatchObject({ max_per_month: 10, left_this_month: 2 });
});

test('an app in test mode sees nothing of the live mode', async () => {
  const live = await connected(stage, { scope: EVERYTHING });
  const made = await park(live.tokens.access_token, 'LIVE 1', 1);
  const { tokens } = await connected(stage, { scope: EVERYTHING, changes: { mode: 'test' } });
  const path = `/api/v1/sessions/${made.body.session.id}`;
  expect((await call(stage, live.tokens.access_token, path)).status).toBe(200);
  expect((await call(stage, tokens.access_token, path)).status).toBe(404);
  const me = await call(stage, tokens.access_token, '/api/v1/me');
  expect(me.body.key.mode).toBe('test');
});

test('a token is refused by any other resource than its own', async () => {
  const forApi = await connected(stage, { resource: `${stage.baseUrl}/api` });
  const forTools = await connected(stage, { resource: `${stage.baseUrl}/mcp` });
  const tools = (token: string) =>
    stage.api.request('POST', '/mcp', {
      key: token,
      headers: { accept: 'application/json, text/event-stream' },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
    });
  expect((await tools(forTools.tokens.access_token)).status).toBe(200);
  expect((await call(stage, forApi.tokens.access_token, '/api/v1/me')).status).toBe(200);
  const wrong = await tools(forApi.tokens.access_token);
  expect([wrong.status, wrong.headers['www-authenticate']]).toEqual([
    401,
    expect.stringContaining(
      `error="invalid_token", resource_metadata="${stage.baseUrl}` +
        '/.well-known/oauth-protected-resource/mcp"',
    ),
  ]);
  expect((await call(stage, forTools.tokens.access_token, '/api/v1/me')).status).toBe(401);
});

test.each(['https://evil.example/api', 'BASE', 'BASE/api/', 'BASE/api#x', 'BASE/mcp/x', 'nowhere'])(
  'there are no tokens for %s',
  async (form) => {
    const resource = form.replace('BASE', stage.baseUrl);
    const { url } = await begin(stage, { resource });
    const back = new URL((await openBrowser(stage).open(url)).url);
    expect(back.searchParams.get('error')).toBe('invalid_target');
  },
);

test('a code for one resource gets no token for the other', async () => {
  const way = await connect(stage, { resource: `${stage.baseUrl}/api` });
  const answer = await fetch(way.server.token_endpoint ?? '', {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'https://app.example.com/client.json',
      redirect_uri: 'http://127.0.0.1:4711/callback',
      code: way.callback.searchParams.get('code') ?? '',
      code_verifier: way.verifier,
      resource: `${stage.baseUrl}/mcp`,
    }),
  });
  expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_target' }]);
});

test('an app ends on the day that the person chose, and gets no token from then on', async () => {
  const changes = { expires_at: '2099-01-31' };
  const { tokens } = await connected(stage, { changes });
  const { body } = await call(stage, tokens.access_token, '/api/v1/me');
  expect(body.key.expires_at).toBe('2099-01-31T00:00:00.000Z');
  await stage.api.database.sql(
    `update api_keys set expires_at = now() - interval '1 second' where key_id = $1`,
    [body.key.id],
  );
  await untilRefused(stage, tokens.access_token);
  await expect(refresh(stage, tokens.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  });
});

test('an app loses what its member’s role loses, and all when the member is removed', async () => {
  const { operatorId } = stage.key;
  const { person } = stage.who;
  const member = await stage.newPerson({ operatorId, role: 'manager', name: 'Max' });
  stage.who.person = member;
  const { tokens } = await connected(stage, { scope: EVERYTHING });
  stage.who.person = person;
  const { access_token: token } = tokens;
  expect((await park(token, 'ROLE 1', 1)).status).toBe(201);
  const { secret: key } = await stage.api.createKey({ operatorId });
  const path = `/api/v1/members/${member.memberId}`;
  const changed = await stage.api.request('PATCH', path, { key, body: { role: 'viewer' } });
  expect(changed.status).toBe(200);
  await untilHolds(async () => expect((await park(token, 'ROLE 2', 1)).status).toBe(403));
  const me = await call(stage, token, '/api/v1/me');
  expect(me.body.key.scopes).toEqual(['lots:read', 'sessions:read']);
  expect((await stage.api.request('DELETE', path, { key })).status).toBe(204);
  await untilRefused(stage, token);
  await expect(refresh(stage, tokens.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  });
  const appPath = `/api/v1/connected-apps/${me.body.key.id}`;
  const listed = await stage.api.request('GET', appPath, { key });
  expect(listed.body.app.ended_at).not.toBeNull();
});
