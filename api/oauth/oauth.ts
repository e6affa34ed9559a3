import type { Provider } from 'oidc-provider';
import type { Logger } from 'pino';
import type { ServerKeys } from '../../src/access/apps/server/server-keys.ts';
import type { Keyring } from '../../src/access/keys/keyring.ts';
import type { Clock } from '../../src/kit/clock.ts';
import { openKeySet } from './key-set.ts';
import type { ForApps, ProviderGround } from './provider-ground.ts';
import { openTokens, type Tokens } from './tokens.ts';

/** The authorisation server of this process. */
export type OAuth = Readonly<{
  tokens: Tokens;
  /** The library that speaks the protocol, with the keys of now. */
  provider(): Promise<Provider>;
}>;

export type { ForApps };

type Deps = ProviderGround & Readonly<{ clock: Clock; log: Logger; keyring: Keyring }>;

/** Opens nothing before it is asked, so that who needs no tokens pays nothing. */
export function openOAuth(deps: Deps): OAuth {
  const keySet = openKeySet(deps);
  const tokens = openTokens({ ...deps, keySet });
  let made: { keys: ServerKeys; provider: Provider } | undefined;
  return {
    tokens,
    async provider() {
      const keys = await keySet.current();
      if (made?.keys === keys) return made.provider;
      // Loaded when it is first used: a service without apps starts sooner without it.
      const { makeProvider } = await import('./provider.ts');
      const provider = makeProvider(deps, keys, tokens);
      made = { keys, provider };
      return provider;
    },
  };
}
