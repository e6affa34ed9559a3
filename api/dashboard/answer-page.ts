import type { Request, RequestHandler, Response } from 'express';
import { AppError, notFound } from '../../src/kit/errors.ts';
import { contentTypeHeader } from '../../src/kit/web/reply/content-type.ts';
import { addressDraws, keyDraws } from '../access/budgets.ts';
import { draw, drawForRefusal } from '../access/draw.ts';
import type { Exchange } from '../access/exchange.ts';
import { pageHeaders } from '../dress/page.ts';
import { answerHttp, type HttpContext } from '../http/answer-http.ts';
import { sentBody } from '../http/sent-body.ts';
import { answer, type PlainReply } from '../reply/answer.ts';
import type { AnyReply } from '../reply/declaration.ts';
import { errorReply } from '../reply/errors.ts';
import type { Asked, DashboardPage, PageReply, Shown } from './dashboard-page.ts';
import { doorFrame, errorPage } from './frame/door-frame.ts';
import { dashboardFrame } from './frame/frame.ts';
import { Refusal } from './visit/call.ts';
import { readForm } from './visit/form.ts';
import { askedBy, visitBy } from './visit/open-visit.ts';
import { checkCsrf, checkOrigin } from './visit/own-forms.ts';
import { proofPath } from './visit/prove.ts';
import { signedIn } from './visit/signed-in.ts';

/** Answers to programs in browsers have these; a page is read by nobody but its browser. */
const FOR_OTHER_SITES = ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'];

/**
 * Forms say which site they are from only where a page lets its address be known: to this service
 * alone.
 */
const HEADERS = {
  ...pageHeaders({ connect: true, forms: true }),
  'Referrer-Policy': 'same-origin',
  'Content-Type': contentTypeHeader('text/html'),
};

/** An answer, with the cookies to set along. */
type Framed = AnyReply & { cookies?: readonly string[] };

/** A call of a page, and what is known of it. */
type PageCall = Readonly<{ page: DashboardPage; req: Request; res: Response }>;

/**
 * Answers one page of the dashboard. Its steps: origin of a form, who is signed in, the form's own
 * mark, the page. What a page shows or does is a call of an operation, which has its own steps.
 */
export function answerPage(context: HttpContext, page: DashboardPage): RequestHandler {
  return answerHttp(context, { operationId: page.name }, async (arrival, req, res) => {
    const plain = await answer(context, arrival, async (exchange) => {
      const asked = askedBy(context, req, exchange);
      try {
        const { cookies = [], ...reply } = await work(context, { page, req, res }, asked, exchange);
        for (const cookie of cookies) res.appendHeader('Set-Cookie', cookie);
        return reply;
      } catch (error) {
        return failed(context, { exchange, name: page.name }, error);
      }
    });
    return withoutCors(plain);
  });
}

/** Unknown addresses of the dashboard are pages too. */
export function answerUnknownPage(context: HttpContext): RequestHandler {
  return answerPage(context, {
    path: '/dashboard',
    name: 'dashboardUnknown',
    isOpen: true,
    post: noSuchPage,
  });
}

async function work(
  context: HttpContext,
  { page, req, res }: PageCall,
  asked: Asked,
  exchange: Exchange,
): Promise<Framed> {
  const isForm = req.method === 'POST';
  if (isForm) checkOrigin(req);
  if (page.isOpen) {
    draw(context.budgets, exchange, addressDraws(exchange.peer.ip));
    const { get = noSuchPage, post = takesNoForm } = page;
    if (!isForm) return toReply(await get(asked), doorFrame);
    return toReply(await post(asked, await readForm(sentBody(req, res))), doorFrame);
  }
  const found = await signedIn(asked);
  if (found === undefined) return toSignIn(req, isForm);
  const visit = visitBy(context, asked, found);
  // Operations that it calls draw from the person's budgets, not from the address.
  exchange.standing = context.budgets.peek(keyDraws(visit.principal, ['read']));
  if (page.isSensitive === 'seen' || (isForm && page.isSensitive === 'sent')) {
    const location = proofPath(visit, page, req.originalUrl);
    if (location !== undefined) return { status: 303, headers: { Location: location } };
  }
  const frame = page.isAlone ? doorFrame : (shown: Shown) => dashboardFrame(visit, shown);
  const { get = noSuchPage, post = takesNoForm } = page;
  if (!isForm) return toReply(await get(visit), frame);
  const form = await readForm(sentBody(req, res));
  checkCsrf(form, visit.csrf);
  return toReply(await post(visitBy(context, asked, found, form), form), frame);
}

/** What was typed into a form is lost where the sign-in is over, but nothing is half done. */
function toSignIn({ originalUrl }: Request, isForm: boolean): Framed {
  const isHome = isForm || originalUrl === '/dashboard';
  const next = isHome ? '' : `?${new URLSearchParams({ next: originalUrl })}`;
  return { status: isForm ? 303 : 302, headers: { Location: `/dashboard/sign-in${next}` } };
}

async function noSuchPage(): Promise<never> {
  throw notFound('page');
}

async function takesNoForm(): Promise<never> {
  throw new AppError('BAD_REQUEST', 'this page takes no form', { status: 405 });
}

function toReply({ cookies = [], ...reply }: PageReply, frame: (shown: Shown) => string): Framed {
  if ('location' in reply) return { status: 303, headers: { Location: reply.location }, cookies };
  if ('json' in reply) return { status: reply.status ?? 200, body: reply.json, cookies };
  const { status = 200, onward } = reply;
  const headers = { ...HEADERS, ...(onward && { Refresh: `0; url=${onward}` }) };
  return { status, headers, body: frame(reply), cookies };
}

/** An error as a page. It is logged, and draws from a budget, as any error is. */
function failed(
  { budgets, api: { log } }: HttpContext,
  { exchange, name }: { exchange: Exchange; name: string },
  thrown: unknown,
): AnyReply {
  const isAnswered = thrown instanceof Refusal;
  const requestId = isAnswered ? thrown.requestId : exchange.requestId;
  const error = isAnswered ? thrown : drawForRefusal(budgets, exchange, thrown);
  const { status, headers, body } = errorReply(error, { requestId, operationId: name, log });
  return { status, headers: { ...headers, ...HEADERS }, body: errorPage(status, body.error) };
}

function withoutCors(plain: PlainReply): PlainReply {
  for (const name of FOR_OTHER_SITES) delete plain.headers[name];
  return plain;
}
