import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import { DEFAULT_APP_SCOPES, isAppScope } from '../../src/access/apps/app-scopes.ts';
import { oncePer } from '../../src/kit/cache/once-per.ts';
import type { OAuth } from '../oauth/oauth.ts';
import { OAUTH_ROUTES } from '../oauth/paths.ts';

const listenerOf = oncePer((provider: Provider) => provider.callback());

/** Answers requests to the authorisation server as if they came to the address of the service. */
export function answerOAuth({ provider }: OAuth, baseUrl: string) {
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const answer = listenerOf(await provider());
    meetAddress(req, baseUrl);
    req.url = withScope(req.url ?? '/');
    await answer(req, res);
  };
}

/** What the provider makes addresses from is never what a caller sent. */
function meetAddress({ headers }: IncomingMessage, baseUrl: string): void {
  const { host, protocol } = new URL(baseUrl);
  delete headers['x-forwarded-host'];
  delete headers['x-forwarded-for'];
  headers.host = host;
  headers['x-forwarded-proto'] = protocol.slice(0, -1);
}

/**
 * Asks for what a driver's assistant needs where an app asks for nothing that it can get. The
 * person decides in any case.
 */
function withScope(target: string): string {
  const url = new URL(target, 'http://here');
  if (url.pathname !== OAUTH_ROUTES.authorization) return target;
  const asked = url.searchParams.getAll('scope').flatMap((scope) => scope.split(' '));
  if (asked.some(isAppScope)) return target;
  url.searchParams.set('scope', [...asked, ...DEFAULT_APP_SCOPES].filter(Boolean).join(' '));
  return `${url.pathname}${url.search}`;
}
