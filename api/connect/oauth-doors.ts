import type { HttpContext } from '../http/answer-http.ts';
import type { Door } from '../http/router.ts';
import { OAUTH_ROUTES, SERVER_METADATA_PATH } from '../oauth/paths.ts';
import { answerOAuth } from './answer-oauth.ts';
import { passOn } from './pass-on.ts';

/** Where the authorisation server answers; its library reads the bodies itself. */
export function oauthDoors(context: HttpContext): Door[] {
  const { baseUrl } = context.api.config;
  const handler = passOn(context, 'authoriseApp', answerOAuth(context.oauth, baseUrl));
  const { authorization, jwks, ...forms } = OAUTH_ROUTES;
  return [
    ...[SERVER_METADATA_PATH, jwks].map((path) => ({ path, get: handler })),
    { path: authorization, get: handler, post: handler },
    // Where the browser goes on after the person decided.
    { path: `${authorization}/{uid}`, get: handler },
    ...Object.values(forms).map((path) => ({ path, post: handler })),
  ];
}
