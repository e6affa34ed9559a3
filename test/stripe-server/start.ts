import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newAccount } from './accounts.ts';
import { type Account, type Books, openBooks } from './books.ts';
import { answer, findCall } from './calls.ts';
import { drive } from './driver.ts';
import { type Failure, planFailures } from './failures.ts';
import { readForm } from './form.ts';
import { Refusal } from './refusal.ts';
import { openRepeats, type Reply } from './repeats.ts';

const API_VERSION = '2026-10-28.endive';
export const LIVE_KEY = 'sk_live_fake';
export const TEST_KEY = 'sk_test_fake';

/** The settings of a process that takes payments through this server. */
export const stripeSettingsOf = ({ apiBase }: { apiBase: string }) => ({
  HEXLOT_PAYMENTS: 'stripe',
  HEXLOT_STRIPE_SECRET_KEY: LIVE_KEY,
  HEXLOT_STRIPE_TEST_SECRET_KEY: TEST_KEY,
  HEXLOT_STRIPE_WEBHOOK_SECRETS: 'whsec_1',
  HEXLOT_STRIPE_API_BASE: apiBase,
});

type Server = {
  books: Books;
  repeats: ReturnType<typeof openRepeats>;
  failures: ReturnType<typeof planFailures>;
  /** Method and path of each request, in order. */
  requests: string[];
  /** Done once, when the call of this method and path comes, which is then not answered. */
  beforehand: Map<string, () => void>;
  /** Done once, when the call of this method and path was done, before it is answered. */
  afterwards: Map<string, () => void>;
};

/**
 * A server on this machine that answers the calls of Stripe that the product makes, and keeps what
 * they did: for tests of all that depends on what Stripe holds. The rest controls it.
 */
export async function startStripeServer() {
  const state: Server = {
    books: openBooks(),
    repeats: openRepeats(),
    failures: planFailures(),
    requests: [],
    beforehand: new Map(),
    afterwards: new Map(),
  };
  const { books, repeats, failures, requests } = state;
  const server = createServer((request, response) => void serve(state, request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    apiBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    beforeCall: (call: string, work: () => void) => void state.beforehand.set(call, work),
    afterCall: (call: string, work: () => void) => void state.afterwards.set(call, work),
    /** What Stripe would send, in order: a test sends it, in its own order, with `signed`. */
    events: books.events,
    driver: drive(books),
    fail: failures.plan,
    mend: failures.clear,
    forgetKeys: repeats.forget,
    /** An account that can be paid. */
    addAccount(livemode = true): Account {
      const account = { ...newAccount(books, { livemode }), isReady: true, due: [] };
      books.accounts.set(account.id, account);
      return account;
    },
    accounts: () => [...books.accounts.values()],
    /** Stripe's clock, in milliseconds. */
    setClock: (now: () => number) => void Object.assign(books.clock, { now }),
    /** What moved the platform's balance: a test can take lines out, and change them. */
    lines: books.lines,
    books,
    refundsOf: (intentId: string) =>
      books.refunds
        .filter(({ intent }) => intent.id === intentId)
        .map(({ id, amount, failure }) => ({ id, amount, failure })),
    invoices: books.invoices,
    customers: books.customers,
    intents: books.intents,
    balanceOf: (accountId: string) => books.balances.get(accountId) ?? 0,
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function serve(state: Server, request: IncomingMessage, response: ServerResponse) {
  const { pathname, search } = new URL(request.url ?? '/', 'http://stripe.example');
  const path = pathname.replace('/v1/', '');
  const named = `${request.method} ${path}`;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = request.method === 'GET' ? search.slice(1) : Buffer.concat(chunks).toString();
  state.requests.push(named);
  const early = state.beforehand.get(named);
  state.beforehand.delete(named);
  if (early !== undefined) return early();
  const failure = state.failures.next(named);
  if (failure === 'silent before') return;
  const { reply, isReplay } = replyTo(state, request, { path, text, failure });
  state.afterwards.get(named)?.();
  state.afterwards.delete(named);
  if (failure === 'silent after') return;
  if (failure === 'gone after') return request.socket.destroy();
  response.writeHead(reply.status, {
    'content-type': 'application/json',
    'request-id': `req_${state.requests.length}`,
    ...(isReplay && { 'idempotent-replayed': 'true' }),
    // Whether a test sees each failure must not depend on the library's own repeats.
    ...(reply.status >= 429 && { 'stripe-should-retry': 'false' }),
  });
  response.end(JSON.stringify(reply.body));
}

type Asked = { path: string; text: string; failure: Failure | undefined };

function replyTo(
  { books, repeats }: Server,
  request: IncomingMessage,
  { path, text, failure }: Asked,
): { reply: Reply; isReplay: boolean } {
  const key = request.headers['idempotency-key']?.toString();
  const asked = `${request.method} ${path} ${text}`;
  try {
    const livemode = modeOf(request);
    if (failure === '429') throw new Refusal(429, { type: 'rate_limit_error', message: 'busy' });
    const kept = repeats.find(key, asked);
    if (kept !== undefined) return { reply: kept, isReplay: true };
    const { name, id } = findCall(request.method ?? '', path);
    const account = request.headers['stripe-account']?.toString() ?? null;
    const work = () => answer(name, { books, id, form: readForm(text), livemode, account });
    const reply = failing(work, failure);
    repeats.keep(key, asked, reply);
    return { reply, isReplay: false };
  } catch (error) {
    return { reply: refused(error), isReplay: false };
  }
}

function failing(work: () => object, failure: Failure | undefined): Reply {
  const broken = { status: 500, body: { error: { type: 'api_error', message: 'broken' } } };
  if (failure === '500 before') return broken;
  const reply = attempt(work);
  return failure === '500 after' ? broken : reply;
}

function attempt(work: () => object): Reply {
  try {
    return { status: 200, body: work() };
  } catch (error) {
    return refused(error);
  }
}

function refused(error: unknown): Reply {
  if (!(error instanceof Refusal)) throw error;
  return { status: error.status, body: { error: error.error } };
}

/** The mode of the key that a request has. */
function modeOf(request: IncomingMessage): boolean {
  const key = request.headers.authorization?.replace('Bearer ', '');
  if (key !== LIVE_KEY && key !== TEST_KEY)
    throw new Refusal(401, {
      type: 'invalid_request_error',
      message: `Invalid API Key provided: ${key}`,
    });
  if (request.headers['stripe-version'] !== API_VERSION)
    throw new Refusal(400, { type: 'invalid_request_error', message: 'Invalid Stripe-Version' });
  return key === LIVE_KEY;
}
