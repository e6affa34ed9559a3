import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { begin, connect, redeem } from './flow.ts';
import { CLIENT, CLIENT_ID, type OAuthStage, openOAuthStage } from './stage.ts';

const NATIVE = 'https://native.example.com/client.json';
const WEB = 'https://web.example.com/client.json';

let stage: OAuthStage;
beforeAll(async () => {
  stage = await openOAuthStage();
  const documents: [string, string[]][] = [
    [NATIVE, ['http://127.0.0.1/back', 'http://[::1]/back', 'com.example.app:/back']],
    [WEB, ['https://web.example.com/back?kept=1', 'https://web.example.com/a/b']],
  ];
  for (const [client_id, redirect_uris] of documents)
    stage.documents.set(client_id, { ...CLIENT, client_id, redirect_uris });
});
afterAll(() => stage.api.stop());

/** What is not, byte for byte, one of the addresses that the app named. */
const TRICKS: [string, string, string][] = [
  ['a longer path', WEB, 'https://web.example.com/a/b/c'],
  ['a prefix of the path', WEB, 'https://web.example.com/a'],
  ['a longer host', WEB, 'https://web.example.com.evil.example/a/b'],
  ['a host in front', WEB, 'https://evil.example/web.example.com/a/b'],
  ['a user that looks like the host', WEB, 'https://web.example.com@evil.example/a/b'],
  ['a user', WEB, 'https://user@web.example.com/a/b'],
  ['a fragment', WEB, 'https://web.example.com/a/b#there'],
  ['an empty fragment', WEB, 'https://web.example.com/a/b#'],
  ['steps up', WEB, 'https://web.example.com/a/../a/b'],
  ['escaped steps up', WEB, 'https://web.example.com/a/x/%2e%2e/b'],
  ['a backslash', WEB, 'https://web.example.com\\@evil.example/a/b'],
  ['another port', WEB, 'https://web.example.com:8443/a/b'],
  ['the default port', WEB, 'https://web.example.com:443/a/b'],
  ['capitals in the path', WEB, 'https://web.example.com/A/B'],
  ['capitals in the host', WEB, 'https://WEB.example.com/a/b'],
  ['no TLS', WEB, 'http://web.example.com/a/b'],
  ['a slash at the end', WEB, 'https://web.example.com/a/b/'],
  ['a query', WEB, 'https://web.example.com/a/b?next=https://evil.example'],
  ['a query that differs', WEB, 'https://web.example.com/back?kept=2'],
  ['a subdomain', WEB, 'https://evil.web.example.com/a/b'],
  ['script', WEB, 'javascript:alert(1)'],
  ['data', WEB, 'data:text/html,x'],
  ['a relative address', WEB, '/a/b'],
  ['the address of another app', WEB, 'http://127.0.0.1:4711/callback'],
  ['localhost in place of an address', NATIVE, 'http://localhost/back'],
  ['localhost with a port', NATIVE, 'http://localhost:5000/back'],
  ['another address of the machine', NATIVE, 'http://127.0.0.2:5000/back'],
  ['another path on the machine', NATIVE, 'http://127.0.0.1:5000/other'],
  ['a port that is none', NATIVE, 'http://127.0.0.1:99999/back'],
  ['a user on the machine', NATIVE, 'http://evil@127.0.0.1:5000/back'],
  ['an address written as a number', NATIVE, 'http://2130706433:5000/back'],
  ['TLS on the machine', NATIVE, 'https://127.0.0.1:5000/back'],
  ['another scheme', NATIVE, 'com.evil.app:/back'],
  ['a longer scheme', NATIVE, 'com.example.app.evil:/back'],
];

test.each(TRICKS)(
  '%s leads nowhere: the person sees a page and stays',
  async (_what, clientId, redirectUri) => {
    const { url } = await begin(stage, { clientId, redirectUri });
    const seen = await openBrowser(stage).open(url);
    expect(seen.status).toBe(400);
    expect(seen.url).toBe(url.href.replaceAll('+', '%20') === seen.url ? seen.url : url.href);
    expect(seen.text).toContain('This app cannot be connected');
    expect(seen.text).not.toContain('<form');
  },
);

test.each([
  [WEB, 'https://web.example.com/back?kept=1'],
  [NATIVE, 'http://127.0.0.1:5000/back'],
  [NATIVE, 'http://127.0.0.1:61234/back'],
  [NATIVE, 'http://127.0.0.1/back'],
  [NATIVE, 'http://[::1]:5000/back'],
  [NATIVE, 'com.example.app:/back'],
])(
  '%s may be sent back to %s, and redeems its code only with the same address',
  async (clientId, redirectUri) => {
    const way = await connect(stage, { clientId, redirectUri });
    expect(way.back.url.startsWith(redirectUri)).toBe(true);
    const elsewhere = redeem(way, { clientId, redirectUri: `${redirectUri}x` });
    await expect(elsewhere).rejects.toMatchObject({ error: 'invalid_grant' });
    expect((await redeem(way, { clientId, redirectUri })).access_token).toBeDefined();
  },
);

test.each([
  ['plain http to another machine', ['http://web.example.com/back']],
  ['plain http beside https', ['https://web.example.com/back', 'http://evil.example/back']],
  ['a fragment', ['https://web.example.com/back#x']],
  ['script', ['javascript:alert(1)']],
  ['none', []],
  ['no address', ['nowhere']],
])('an app whose redirect addresses have %s is no app', async (_what, redirect_uris) => {
  const client_id = 'https://bad.example.com/client.json';
  stage.documents.set(client_id, { ...CLIENT, client_id, redirect_uris });
  const redirectUri = redirect_uris[0] ?? 'https://web.example.com/back';
  const { url } = await begin(stage, { clientId: client_id, redirectUri });
  const seen = await openBrowser(stage).open(url);
  expect(seen.status).toBe(400);
  expect(seen.url).toBe(url.href);
  stage.documents.delete(client_id);
});

test('no parameter sends the browser elsewhere', async () => {
  const evil = 'https://evil.example/';
  const more = { post_logout_redirect_uri: evil, request_uri: evil, return_to: evil, next: evil };
  const { url } = await begin(stage, { more });
  const seen = await openBrowser(stage).open(url);
  expect(new URL(seen.url).host).not.toBe('evil.example');
  const back = await connect(stage, { clientId: CLIENT_ID });
  expect(back.callback.href).not.toContain('evil');
});
