import type { Request } from 'express';
import type { SignIn } from '../../../src/access/sign-in/sign-ins.ts';
import type { Exchange } from '../../access/exchange.ts';
import type { CallContext } from '../../app.ts';
import type { Asked, Visit } from '../dashboard-page.ts';
import { callAs } from './call.ts';
import { readCookies } from './cookies.ts';
import type { Form } from './form.ts';
import { hrefIn, TEST_MODE } from './href.ts';
import { csrfOf } from './own-forms.ts';
import { personPrincipal } from './person-principal.ts';

/** What a page is asked, by whoever opens it. */
export function askedBy(context: CallContext, req: Request, { peer, requestId }: Exchange): Asked {
  const { pathname, search } = new URL(req.originalUrl, context.api.config.baseUrl);
  return {
    api: context.api,
    oauth: context.oauth,
    peer,
    requestId,
    path: pathname,
    userAgent: req.headers['user-agent'] ?? null,
    params: req.params as Record<string, string>,
    query: new URLSearchParams(search),
    cookies: readCookies(req.headers.cookie),
  };
}

/** The same, by a person who is signed in with this token; `form` is what they sent. */
export function visitBy(
  context: CallContext,
  asked: Asked,
  { signIn, token }: { signIn: SignIn; token: string },
  form: Form = {},
): Visit {
  const livemode = asked.query.get('mode') !== TEST_MODE;
  const principal = personPrincipal(signIn, livemode);
  return {
    ...asked,
    signIn,
    principal,
    livemode,
    csrf: csrfOf(token),
    call: callAs(context, principal, asked.peer, form.once),
    callLive: callAs(context, personPrincipal(signIn, true), asked.peer, form.once),
    href: hrefIn(livemode),
  };
}
