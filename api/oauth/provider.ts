import Provider, { type KoaContextWithOIDC } from 'oidc-provider';
import type { Logger } from 'pino';
import { endGrantedApp } from '../../src/access/apps/end-app.ts';
import type { ServerKeys } from '../../src/access/apps/server/server-keys.ts';
import { loggableError } from '../../src/stores/loggable-error.ts';
import type { ProviderGround } from './provider-ground.ts';
import { providerSettings } from './provider-settings.ts';
import type { Tokens } from './tokens.ts';

type Deps = ProviderGround & Readonly<{ log: Logger }>;

/** The library with these keys. */
export function makeProvider(deps: Deps, keys: ServerKeys, tokens: Tokens): Provider {
  const { config, log } = deps;
  const provider = new Provider(config.baseUrl, providerSettings(deps, keys));
  provider.proxy = true;
  provider.on('server_error', (_ctx, error) => {
    log.error({ error: loggableError(error) }, 'the authorisation server failed');
  });
  provider.use(async (ctx, next) => {
    await next();
    const { oidc } = ctx as KoaContextWithOIDC;
    if (oidc?.route === 'discovery') ctx.body = ofOAuth(ctx.body as Record<string, unknown>);
    if (isRefusedToken(ctx.body)) await answerToken(ctx as KoaContextWithOIDC, tokens, deps);
  });
  return provider;
}

/** Members of OpenID Connect, which this server does not speak. */
const OF_OPENID = /^(?:claims?_|id_token_|subject_types_|acr_|request_uri_|dpop_)/;

function ofOAuth(metadata: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(metadata).filter(([name]) => !OF_OPENID.test(name));
  const methods = metadata.token_endpoint_auth_methods_supported;
  return {
    ...Object.fromEntries(kept),
    revocation_endpoint_auth_methods_supported: methods,
    introspection_endpoint_auth_methods_supported: methods,
  };
}

/** The provider refuses to look at tokens that can be read without it. */
function isRefusedToken(body: unknown): boolean {
  return (
    typeof body === 'object' &&
    body !== null &&
    'error' in body &&
    body.error === 'unsupported_token_type'
  );
}

/**
 * Says of an access token of the client whether it is valid, or ends its grant (RFC 7009, 2.1).
 * The provider has checked the client before.
 */
async function answerToken(ctx: KoaContextWithOIDC, tokens: Tokens, { db }: Deps): Promise<void> {
  const { client, params, route } = ctx.oidc;
  const known = await tokens.find(String(params?.token));
  const isOwn = known !== undefined && known.claims.client_id === client?.clientId;
  ctx.status = 200;
  if (route === 'introspection') {
    const scope = known?.caller.scopes.join(' ');
    ctx.body = isOwn ? { active: true, ...known.claims, scope } : { active: false };
    return;
  }
  ctx.body = '';
  if (isOwn) await endGrantedApp(db, { appId: known.appId });
}
