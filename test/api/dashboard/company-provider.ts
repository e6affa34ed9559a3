import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import Provider, { type ClientMetadata } from 'oidc-provider';
import { freePort } from '../../browser/free-port.ts';

export const CLIENT = { clientId: 'hexlot', clientSecret: 'a secret of this service' };

/** An employee, as the provider knows them. */
export type Employee = Readonly<{
  sub: string;
  name?: string;
  email?: string;
  email_verified?: boolean;
}>;

/** What the provider answers in place of the truth. */
type Lies = {
  /** Of its description of itself. */
  description: ((description: Record<string, unknown>) => object) | undefined;
  /** Of the id token, with what it is signed with in place of its key. */
  idToken: ((claims: JWTPayload) => Promise<string>) | undefined;
};

export type CompanyProvider = Awaited<ReturnType<typeof startCompanyProvider>>;

/**
 * A company's own provider on this machine: a real one (`oidc-provider`), which can be made to lie
 * and where whoever is `at` the browser is signed in at once.
 */
export async function startCompanyProvider(returnUrl: string) {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const at: { employee: Employee } = { employee: { sub: 'nobody' } };
  const lies: Lies = { description: undefined, idToken: undefined };
  const asked: URL[] = [];
  const provider = openProvider(issuer, at, {
    key: { ...(await exportJWK(privateKey)), kid: 'first', use: 'sig', alg: 'RS256' },
    client: { client_id: CLIENT.clientId, redirect_uris: [returnUrl] },
  });
  const handle = provider.callback();
  const server = createServer(async (req, res) => {
    asked.push(new URL(req.url ?? '/', issuer));
    if (req.url?.startsWith('/interaction/')) return signIn(provider, at.employee, req, res);
    lieIn(res, (text) => lieAbout(lies, req.url ?? '', text));
    await handle(req, res);
  });
  const start = async () => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await start();
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  /** A token with these claims, as the provider signs them; or by another key, under its name. */
  const sign = (claims: JWTPayload, key = privateKey) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'first' }).sign(key);
  return { issuer, at, lies, asked, sign, start, stop };
}

function openProvider(
  issuer: string,
  at: { employee: Employee },
  { key, client }: { key: object; client: ClientMetadata },
): Provider {
  const provider = new Provider(issuer, {
    jwks: { keys: [key as never] },
    clients: [
      {
        ...{ client_secret: CLIENT.clientSecret, token_endpoint_auth_method: 'client_secret_post' },
        ...client,
      },
    ],
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['of this test'] },
    features: { devInteractions: { enabled: false } },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...at.employee, sub }) }),
    /** The company consents for all who work for it. */
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  provider.on('server_error', (_ctx, error) => {
    throw error;
  });
  return provider;
}

async function signIn(
  provider: Provider,
  { sub }: Employee,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  await provider.interactionFinished(req, res, { login: { accountId: sub } });
}

/** Lets another text be sent in place of the one that is answered. */
function lieIn(res: ServerResponse, lie: (text: string) => Promise<string>): void {
  const end = res.end.bind(res) as (text?: string) => ServerResponse;
  Object.assign(res, {
    async end(text?: string | Buffer) {
      if (text === undefined) return end();
      const told = await lie(String(text));
      res.setHeader('content-length', Buffer.byteLength(told));
      return end(told);
    },
  });
}

async function lieAbout({ description, idToken }: Lies, path: string, text: string) {
  if (path.startsWith('/.well-known/') && description !== undefined)
    return JSON.stringify(description(JSON.parse(text)));
  if (path !== '/token' || idToken === undefined) return text;
  const { id_token: told, ...answer } = JSON.parse(text);
  const claims = JSON.parse(Buffer.from(told.split('.')[1], 'base64url').toString());
  return JSON.stringify({ ...answer, id_token: await idToken(claims) });
}
