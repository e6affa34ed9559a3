import { type Configuration, errors } from 'oidc-provider';
import { APP_SCOPES } from '../../src/access/apps/app-scopes.ts';
import { type ServerKeys, SIGNING_ALGORITHM } from '../../src/access/apps/server/server-keys.ts';
import type { Config } from '../../src/config.ts';
import { resourceOf, resourceUrl } from './paths.ts';

/** An app is looked up at each call; this only limits what a copied token shows by itself. */
export const ACCESS_TOKEN_SECONDS = 600;
/** How long the document of a client is not read again. */
const CLIENT_KEPT_SECONDS = { min: 60, max: 3_600 };

/** What the authorisation server can do beside handing out codes. */
export function featuresOf(
  { baseUrl, oauthRegistration }: Pick<Config, 'baseUrl' | 'oauthRegistration'>,
  { signingKeyId }: ServerKeys,
): NonNullable<Configuration['features']> {
  const ofClient = (
    _ctx: unknown,
    client: { clientId: string },
    token: { clientId?: string | undefined },
  ) => token.clientId === client.clientId;
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    dPoP: { enabled: false },
    revocation: { enabled: true, allowedPolicy: ofClient },
    introspection: { enabled: true, allowedPolicy: ofClient },
    registration: { enabled: oauthRegistration, issueRegistrationAccessToken: false },
    clientIdMetadataDocument: {
      enabled: true,
      ack: 'draft-02',
      cacheDuration: CLIENT_KEPT_SECONDS,
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: (_ctx, _client, oneOf) =>
        oneOf === undefined ? resourceUrl(baseUrl, 'api') : ([oneOf].flat()[0] ?? ''),
      useGrantedResource: () => true,
      getResourceServerInfo: (_ctx, resource) => {
        if (resourceOf(baseUrl, resource) === undefined)
          throw new errors.InvalidTarget('it is not a resource of this service');
        return {
          scope: APP_SCOPES.join(' '),
          audience: resource,
          accessTokenFormat: 'jwt',
          accessTokenTTL: ACCESS_TOKEN_SECONDS,
          jwt: { sign: { alg: SIGNING_ALGORITHM, kid: signingKeyId } },
        };
      },
    },
  };
}
