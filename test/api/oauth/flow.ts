import * as oauth from 'oauth4webapi';
import { expect } from 'vitest';
import { untilHolds } from '../../stage/until-holds.ts';
import { openBrowser, type Seen } from './browser.ts';
import { CLIENT_ID, type OAuthStage, REDIRECT_URI } from './stage.ts';

/** The service of a test has no TLS. */
export const PLAIN = { [oauth.allowInsecureRequests]: true } as const;

type Asked = Partial<{
  scope: string;
  resource: string;
  redirectUri: string;
  clientId: string;
  /** What the person changes in the form. */
  changes: Record<string, string | undefined>;
  more: Record<string, string | undefined>;
}>;

export const AUTH = oauth.None();

export async function serverOf({ baseUrl }: Pick<OAuthStage, 'baseUrl'>) {
  const issuer = new URL(baseUrl);
  const answer = await oauth.discoveryRequest(issuer, { ...PLAIN, algorithm: 'oauth2' });
  return oauth.processDiscoveryResponse(issuer, answer);
}

/** The address that an app opens in the browser, and what it keeps. */
export async function begin(stage: OAuthStage, asked: Asked = {}) {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const server = await serverOf(stage);
  const url = new URL(server.authorization_endpoint ?? '');
  const parameters = {
    response_type: 'code',
    client_id: asked.clientId ?? CLIENT_ID,
    redirect_uri: asked.redirectUri ?? REDIRECT_URI,
    scope: asked.scope ?? 'lots:read sessions:read sessions:write',
    resource: asked.resource ?? `${stage.baseUrl}/api`,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...asked.more,
  };
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, value);
  return { url, verifier, state, server };
}

/** The whole way of a person until the browser is sent back to the app. */
export async function connect(stage: OAuthStage, asked: Asked = {}) {
  const begun = await begin(stage, asked);
  const browser = openBrowser(stage);
  const page = await browser.open(begun.url);
  expect(page.text).toContain('name="decision"');
  const back = await browser.submit(page, { decision: 'allow', ...asked.changes });
  if (back.url.startsWith(stage.baseUrl))
    throw new Error(`${back.status} ${back.url}: ${back.text}`);
  return { ...begun, browser, page, back, callback: new URL(back.url) };
}

/** Gets tokens for the code with which the browser came back. */
export async function redeem(
  connected: Pick<
    Awaited<ReturnType<typeof connect>>,
    'server' | 'callback' | 'state' | 'verifier'
  >,
  {
    clientId = CLIENT_ID,
    redirectUri = REDIRECT_URI,
  }: Pick<Asked, 'clientId' | 'redirectUri'> = {},
) {
  const { server, callback, state, verifier } = connected;
  const client = { client_id: clientId };
  const params = oauth.validateAuthResponse(server, client, callback, state);
  const args = [server, client, AUTH, params, redirectUri, verifier, PLAIN] as const;
  const answer = await oauth.authorizationCodeGrantRequest(...args);
  return oauth.processAuthorizationCodeResponse(server, client, answer);
}

/** An app that is connected, with its tokens. */
export async function connected(stage: OAuthStage, asked: Asked = {}) {
  const way = await connect(stage, asked);
  return { ...way, tokens: await redeem(way, asked) };
}

export async function refresh(stage: OAuthStage, token: string, clientId = CLIENT_ID) {
  const server = await serverOf(stage);
  const client = { client_id: clientId };
  const answer = await oauth.refreshTokenGrantRequest(server, client, AUTH, token, PLAIN);
  return oauth.processRefreshTokenResponse(server, client, answer);
}

/** Calls the API with a token. */
export function call(
  stage: OAuthStage,
  token: string,
  path: string,
  method = 'GET',
  body?: object,
) {
  return stage.api.request(method, path, { key: token, ...(body && { body }) });
}

/** Waits until the service has heard that a token is no longer good. */
export async function untilRefused(stage: OAuthStage, token: string): Promise<void> {
  await untilHolds(async () => {
    expect((await call(stage, token, '/api/v1/me')).status).toBe(401);
  });
}

/** What a page says to a person. */
export function textOf({ text }: Seen): string {
  return text.replaceAll(/<style>.*<\/style>|<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
}
