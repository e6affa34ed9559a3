import {
  auth,
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { CLIENT, CLIENT_ID, type OAuthStage, openOAuthStage, REDIRECT_URI } from './stage.ts';

let stage: OAuthStage;
beforeAll(async () => {
  stage = await openOAuthStage({ config: { oauthRegistration: true } });
});
afterAll(() => stage.api.stop());

/** An assistant that keeps what the protocol's own client hands it. */
function assistant(more: Partial<OAuthClientProvider> = {}) {
  const kept: { tokens?: never; client?: never; verifier?: string; url?: URL } = {};
  const provider: OAuthClientProvider = {
    redirectUrl: REDIRECT_URI,
    clientMetadata: { client_name: CLIENT.client_name, redirect_uris: [REDIRECT_URI] },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void Object.assign(kept, { client }),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void Object.assign(kept, { tokens }),
    redirectToAuthorization: (url) => void Object.assign(kept, { url }),
    saveCodeVerifier: (verifier) => void Object.assign(kept, { verifier }),
    codeVerifier: () => kept.verifier ?? '',
    ...more,
  };
  return { provider, kept };
}

test.each([
  ['that names a document', { clientMetadataUrl: CLIENT_ID }],
  ['that registers itself', {}],
])('an assistant %s connects by signing in, without a pasted key', async (_how, more) => {
  const { provider, kept } = assistant(more);
  const transport = () =>
    new StreamableHTTPClientTransport(new URL('/mcp', stage.baseUrl), { authProvider: provider });
  const client = new Client({ name: 'Valet', version: '1' });
  const door = transport();
  await client.connect(door);
  const ask = () => client.callTool({ name: 'check_session_status', arguments: SESSION });
  await expect(ask()).rejects.toThrow(UnauthorizedError);

  const browser = openBrowser(stage);
  const back = await browser.submit(await browser.open(kept.url ?? ''), { decision: 'allow' });
  await door.finishAuth(new URL(back.url).searchParams);
  const answer = await ask();
  expect(JSON.stringify(answer)).toContain('NOT_FOUND');
  const { access_token } = kept.tokens as unknown as { access_token: string };
  expect(decodeJwt(access_token)).toMatchObject({
    aud: `${stage.baseUrl}/mcp`,
    scope: 'lots:read sessions:read sessions:write reservations:read reservations:write',
  });
  await client.close();
  expect(await auth(provider, { serverUrl: `${stage.baseUrl}/mcp` })).toBe('AUTHORIZED');
});

const SESSION = { session_id: `ses_${'0'.repeat(32)}` };
