import { errors, importJWK, type JWTPayload, jwtVerify } from 'jose';
import { SIGNING_ALGORITHM } from '../../src/access/apps/server/server-keys.ts';
import type { Keyring } from '../../src/access/keys/keyring.ts';
import type { Principal } from '../../src/access/principals/principal.ts';
import type { Config } from '../../src/config.ts';
import type { Clock } from '../../src/kit/clock.ts';
import type { KeySet } from './key-set.ts';
import { RESOURCES, type Resource, resourceUrl } from './paths.ts';

/** Characters of a token; ours have about 700. */
const LENGTH_MAX = 4_096;
const FORM = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/;
/** The `typ` of its header (RFC 9068). */
const TYPE = 'at+jwt';

/** A token that the authorisation server made, and whom it speaks for now. */
export type KnownToken = Readonly<{ caller: Principal; claims: JWTPayload; appId: string }>;

export type Tokens = Readonly<{
  /**
   * Who calls with a token for one of these resources; undefined when it is not one of ours, has
   * expired, is for another resource, or when its app has ended.
   */
  find(token: string, resources?: readonly Resource[]): Promise<KnownToken | undefined>;
}>;

/** Whether the text has the form of a token; other texts are not read as one. */
export function looksLikeToken(text: string): boolean {
  return text.length <= LENGTH_MAX && FORM.test(text);
}

type Deps = {
  keySet: KeySet;
  keyring: Pick<Keyring, 'findApp'>;
  clock: Clock;
  config: Pick<Config, 'baseUrl'>;
};

/**
 * Reads tokens. The signature says that a token is ours, and the row of its app what it may do: so
 * an app that has ended, and a member who may do less, count at once.
 */
export function openTokens({ keySet, keyring, clock, config: { baseUrl } }: Deps): Tokens {
  const publicKey = async ({ kid = '' }: { kid?: string }) => {
    const { keys } = await keySet.knowing(kid);
    const key = keys.find(({ keyId }) => keyId === kid);
    if (key === undefined) throw new errors.JWKSNoMatchingKey();
    const { d: _private, ...jwk } = key.jwk;
    return importJWK(jwk, SIGNING_ALGORITHM);
  };

  async function verify(token: string, resources: readonly Resource[]) {
    try {
      const { payload } = await jwtVerify(token, publicKey, {
        issuer: baseUrl,
        audience: resources.map((resource) => resourceUrl(baseUrl, resource)),
        typ: TYPE,
        algorithms: [SIGNING_ALGORITHM],
        requiredClaims: ['sub', 'exp', 'scope', 'grant'],
        currentDate: new Date(clock.now()),
      });
      return payload;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }

  return {
    async find(token, resources = RESOURCES) {
      if (!looksLikeToken(token)) return undefined;
      const claims = await verify(token, resources);
      if (typeof claims?.grant !== 'string' || typeof claims.scope !== 'string') return undefined;
      const app = await keyring.findApp(claims.grant);
      if (app === undefined || app.memberId !== claims.sub) return undefined;
      if (app.resource !== claims.aud) return undefined;
      const granted = claims.scope.split(' ');
      const scopes = app.caller.scopes.filter((scope) => granted.includes(scope));
      return { caller: { ...app.caller, scopes }, claims, appId: claims.grant };
    },
  };
}
