import {
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import { APP_SCOPES } from '../../src/access/apps/app-scopes.ts';
import { findGrantedApp } from '../../src/access/apps/find-app.ts';
import { type ServerKeys, SIGNING_ALGORITHM } from '../../src/access/apps/server/server-keys.ts';
import type { Postgres } from '../../src/stores/postgres.ts';
import { adapterOf } from './adapter.ts';
import { completeClient, RULE_MEMBER } from './client-rules.ts';
import { CONNECT_PATH, OAUTH_ROUTES } from './paths.ts';
import { ACCESS_TOKEN_SECONDS, featuresOf } from './provider-features.ts';
import type { ProviderGround } from './provider-ground.ts';

const DAY_SECONDS = 86_400;
const CODE_SECONDS = 60;
/** How long a person has to decide. */
const DECISION_SECONDS = 1_800;
/** An app that asks for no token for so long has to be connected again. */
const REFRESH_TOKEN_SECONDS = 30 * DAY_SECONDS;
/** Any app has to be connected again after so long. */
const GRANT_SECONDS = 365 * DAY_SECONDS;
/** Bytes of a document with which a client describes itself, or of its keys. */
const DOCUMENT_BYTES_MAX = 10_240;

/** Codes with PKCE, refresh tokens that are used once, and nothing else. */
export function providerSettings(ground: ProviderGround, keys: ServerKeys): Configuration {
  const { config, db, fetchDocument, errorPage } = ground;
  return {
    adapter: (model: string) => adapterOf(db, model),
    jwks: {
      keys: keys.keys.map(({ keyId, jwk }) => ({
        ...jwk,
        kid: keyId,
        use: 'sig',
        alg: SIGNING_ALGORITHM,
      })),
    },
    cookies: cookieSettings(config, keys),
    routes: OAUTH_ROUTES,
    scopes: [...APP_SCOPES, 'offline_access'],
    claims: {},
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    clientDefaults: {
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      id_token_signed_response_alg: SIGNING_ALGORITHM,
    },
    extraClientMetadata: {
      properties: [RULE_MEMBER],
      validator: (_ctx, _name, _value, metadata) => completeClient(metadata),
    },
    pkce: { required: () => true },
    features: featuresOf(config, keys),
    interactions: {
      policy: askEachTime(),
      url: (_ctx, { uid }) => `${CONNECT_PATH}/${uid}`,
    },
    ...tokenSettings(db),
    clientBasedCORS: () => true,
    renderError: (ctx, out) => {
      const { headers, body } = errorPage(out.error, out.error_description);
      ctx.set({ ...headers });
      ctx.type = 'html';
      ctx.body = body;
    },
    fetch: async (url) => {
      const { status, headers, text } = await fetchDocument(String(url));
      return new Response(status === 200 ? text : null, { status, headers });
    },
    fetchResponseBodyLimits: {
      'client_id metadata document': DOCUMENT_BYTES_MAX,
      jwks_uri: DOCUMENT_BYTES_MAX,
      sector_identifier_uri: DOCUMENT_BYTES_MAX,
    },
  };
}

/** Each token is of an app that is connected now, and each refresh token is used once. */
function tokenSettings(db: Postgres): Configuration {
  return {
    findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    loadExistingGrant: decidedGrant,
    extraTokenClaims: async (_ctx, token) => {
      const grantId = 'grantId' in token ? token.grantId : undefined;
      const app = grantId === undefined ? undefined : await findGrantedApp(db, grantId);
      if (app === undefined) throw new errors.InvalidGrant('the app is no longer connected');
      return { grant: app.appId };
    },
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: () => true,
    revokeGrantPolicy: () => true,
    expiresWithSession: () => false,
    ttl: {
      AccessToken: ACCESS_TOKEN_SECONDS,
      AuthorizationCode: CODE_SECONDS,
      RefreshToken: REFRESH_TOKEN_SECONDS,
      Grant: GRANT_SECONDS,
      Interaction: DECISION_SECONDS,
      Session: DECISION_SECONDS,
    },
  };
}

/** No decision of a person is used for another request of the same app. */
async function decidedGrant({ oidc }: KoaContextWithOIDC) {
  const grantId = oidc.result?.consent?.grantId;
  return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId);
}

function askEachTime() {
  const policy = interactionPolicy.base();
  const { Check } = interactionPolicy;
  const undecided = new Check('undecided', 'a person has to decide', ({ oidc }) =>
    oidc.result?.consent === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
  );
  policy.get('consent')?.checks.add(undecided);
  return policy;
}

function cookieSettings({ baseUrl }: ProviderGround['config'], { keys }: ServerKeys) {
  const secure = new URL(baseUrl).protocol === 'https:';
  const common = { httpOnly: true, sameSite: 'lax', signed: true, secure } as const;
  return {
    keys: keys.map(({ cookieKey }) => cookieKey),
    names: {
      session: 'hexlot_oauth',
      interaction: 'hexlot_connect',
      resume: 'hexlot_connect_resume',
    },
    short: common,
    long: common,
  };
}
