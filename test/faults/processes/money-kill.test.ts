import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { addDays } from 'date-fns';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../../src/access/keys/create-key.ts';
import { createOperator } from '../../../src/access/operators/create-operator.ts';
import { childEnvironment } from '../../../src/config.ts';
import { minorOf } from '../../../src/kit/money.ts';
import { openPayments } from '../../../src/money/payments/open-payments.ts';
import { listFindings } from '../../../src/money/reconciliation/list-findings.ts';
import { reconcile } from '../../../src/money/reconciliation/reconcile.ts';
import type { Answer } from '../../api/client.ts';
import { settingsFor } from '../../src/money/payments/processors.ts';
import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';
import { addLot } from '../../stage/fixtures.ts';
import { isFull } from '../../stage/size.ts';
import { signed } from '../../stripe-server/events.ts';
import { startStripeServer, stripeSettingsOf } from '../../stripe-server/start.ts';
import { type ApiProcess, killApiProcesses, startApiProcess } from './api-process.ts';

// Processes are killed before and after Stripe has done a step, which is then repeated: what Stripe
// took is what the ledger, the receipts and the payouts say, in currencies of 0, 2 and 3 digits.

const KILLS_AT_EACH_POINT = isFull ? 20 : 1;
const CURRENCIES = ['cad', 'jpy', 'kwd'] as const;
const TRIES_MAX = 5;
const PIPELINES = fileURLToPath(new URL('./money-process.ts', import.meta.url));

let database: TestDatabase;
let stripe: Awaited<ReturnType<typeof startStripeServer>>;
let api: ApiProcess | undefined;
let secret: string;
const lots: string[] = [];
let callCount = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  stripe = await startStripeServer();
  const actorId = 'test';
  const { id: operatorId } = await createOperator(database.owner, {
    name: 'Kill',
    plan: 'pro',
    actorId,
  });
  const scopes = ['sessions:read', 'sessions:write', 'refunds:write', 'payouts:read'];
  const rates = { sandbox: 1_000_000, write: 1_000_000, read: 1_000_000 };
  const named = { operatorId, name: 'kill', mode: 'test' as const, actorId };
  ({ secret } = await createKey(database.owner, { ...named, scopes, rateLimits: rates }));
  for (const currency of CURRENCIES)
    lots.push(
      await addLot(database, {
        ...{ operator_id: operatorId, livemode: false, currency },
        ...{ rate_minor: 12_000, max_daily_minor: null, total_spaces: 10_000 },
      }),
    );
});
afterAll(async () => {
  killApiProcesses();
  await stripe.stop();
  await database.drop();
});

async function runningApi(): Promise<ApiProcess> {
  if (api?.isKept()) return api;
  const settings = stripeSettingsOf(stripe);
  api = await startApiProcess(database.connectionString, { settings });
  return api;
}

/** The answer to a call that is repeated, with its key, until there is one. */
async function call(path: string, body?: object): Promise<Answer['body']> {
  callCount += 1;
  const headers = {
    authorization: `Bearer ${secret}`,
    'idempotency-key': `call-${callCount}`,
    'content-type': 'application/json',
  };
  const post = body && { method: 'POST', body: JSON.stringify(body) };
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const running = await runningApi();
    const answer = await running.exchange(`/api/v1/${path}`, { headers, ...post });
    if (answer === undefined || answer.status === 502) continue;
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  }
  throw new Error(`${path} got no answer`);
}

type Moment = 'before' | 'after';
type Kill = { moment: Moment; killed(): boolean };

/** Kills a process as soon as it makes this call to Stripe: before or after Stripe has done it. */
function killAt(moment: Moment, stripeCall: string, kill: () => unknown): Kill {
  let isKilled = false;
  const work = () => {
    isKilled = true;
    kill();
  };
  if (moment === 'before') stripe.beforeCall(stripeCall, work);
  else stripe.afterCall(stripeCall, work);
  return { moment, killed: () => isKilled };
}

const killApiAt = async (moment: Moment, stripeCall: string) => {
  const running = await runningApi();
  return killAt(moment, stripeCall, () => void running.kill());
};

/** One run of what the pipelines do about payments; with a call at which it is killed. */
async function runPipelines(kill?: { moment: Moment; at: string }): Promise<void> {
  const args = [PIPELINES, database.connectionString, stripe.apiBase];
  const child = spawn(process.execPath, args, {
    env: childEnvironment({}),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const planned = kill && killAt(kill.moment, kill.at, () => child.kill('SIGKILL'));
  const [code, signal] = await once(child, 'exit');
  if (planned === undefined) expect(code).toBe(0);
  else expect([planned.killed(), signal]).toEqual([true, 'SIGKILL']);
}

type Story = { sessionId: string; intent: string };
const intentsOf = (sessionId: string) =>
  [...stripe.intents.values()].filter(({ metadata }) => metadata.session_id === sessionId);

/** A stay of an hour that its driver has authorised. */
async function begin(round: number, { canRaise = true, authorises = true } = {}): Promise<Story> {
  const body = { lot_id: lots[round % lots.length], plate: `K${callCount}`, duration_hours: 1 };
  const { session } = await call('sessions', body);
  const intent: string = session.payment_intent_id;
  if (authorises) stripe.driver.authorise(intent, { canRaise });
  return { sessionId: session.id, intent };
}

async function passMinutes({ sessionId }: Story, minutes: number): Promise<void> {
  await database.sql(
    `update sessions set started_at = started_at - make_interval(mins => $2),
       expected_end = expected_end - make_interval(mins => $2),
       authorize_by = authorize_by - make_interval(mins => $2)
     where session_id = $1`,
    [sessionId, minutes],
  );
}

const end = ({ sessionId }: Story) => call('sessions/end', { session_id: sessionId });
const extend = ({ sessionId }: Story) =>
  call('sessions/extend', { session_id: sessionId, extend_minutes: 30 });
const giveBack = ({ sessionId }: Story, amount?: number) =>
  call(`sessions/${sessionId}/refunds`, { reason: 'kill', ...(amount && { amount }) });

/** What Stripe has taken of stays and given back, in minor units by currency. */
function atStripe() {
  const sums: Record<string, number> = {};
  for (const { currency, received, id } of stripe.intents.values()) {
    const paid = stripe.refundsOf(id).filter(({ failure }) => failure === null);
    const back = paid.reduce((sum, { amount }) => sum + amount, 0);
    sums[currency] = (sums[currency] ?? 0) + received - back;
  }
  return sums;
}

/** Answers have decimals, which are not exact in binary. */
const wholeMinor = (units: number, currency: string) => Math.round(minorOf(units, currency));

/** Of the stays of tests that are over: nothing happens to them any more. */
const receiptTotals = new Map<string, { currency: string; minor: number }>();

async function readReceipt(sessionId: string) {
  const { receipt } = await call(`sessions/${sessionId}/receipt`);
  const { currency, total } = receipt;
  return { currency, minor: wholeMinor(total, currency) };
}

/** The same as the ledger, the receipts and the payouts say. */
async function atHome() {
  const booked: Record<string, number> = {};
  for (const { currency, taken } of await database.sql<{ currency: string; taken: number }>(
    `select currency, (-sum(driver_minor) - sum(shortfall_minor) - sum(refunds_minor))::integer
       as taken from ledger group by currency`,
  ))
    booked[currency] = taken;
  const receipts: Record<string, number> = {};
  const paid = await database.sql<{ id: string }>(
    "select session_id as id from sessions where status in ('completed', 'expired')",
  );
  for (const { id } of paid) {
    const { currency, minor } = receiptTotals.get(id) ?? (await readReceipt(id));
    receiptTotals.set(id, { currency, minor });
    receipts[currency] = (receipts[currency] ?? 0) + minor;
  }
  const payouts: Record<string, number> = {};
  const { data } = await call('payouts');
  for (const { currency, net, platform_fee: fee } of data)
    payouts[currency] =
      (payouts[currency] ?? 0) + wholeMinor(net, currency) + wholeMinor(fee, currency);
  return { booked, receipts, payouts };
}

/** What would be tried again, or given up, after a while is so now. */
async function passWaits(): Promise<void> {
  await database.sql('update setbacks set retry_at = now()');
  await database.sql('update spare_intents set authorize_by = now()');
  await database.sql("update refunds set created_at = created_at - interval '2 minutes'");
}

/** One charge and no space for each stay, and the same sums everywhere. */
async function expectSquare(): Promise<void> {
  await passWaits();
  await runPipelines();
  const taken = atStripe();
  expect(await atHome()).toEqual({ booked: taken, receipts: taken, payouts: taken });
  const held = [...stripe.intents.values()].filter(({ status }) => status === 'requires_capture');
  expect(held).toEqual([]);
  const left = await database.sql(
    `select lot_id, taken_spaces from lots where taken_spaces <> 0
     union all
     select null, count(*)::integer from refunds where status = 'pending' having count(*) > 0`,
  );
  expect(left).toEqual([]);
}

/** The steps of the API at Stripe; what follows is done as by a caller that repeats its calls. */
const API_STEPS: Record<string, (moment: Moment, round: number) => Promise<Kill>> = {
  async begins(moment, round) {
    const kill = await killApiAt(moment, 'POST payment_intents');
    await end(await begin(round));
    return kill;
  },
  async 'is made longer'(moment, round) {
    const stay = await begin(round);
    const kill = await killApiAt(
      moment,
      `POST payment_intents/${stay.intent}/increment_authorization`,
    );
    await extend(stay);
    await passMinutes(stay, 80);
    await end(stay);
    return kill;
  },
  async 'gets another payment'(moment, round) {
    const stay = await begin(round, { canRaise: false });
    const kill = await killApiAt(moment, 'POST payment_intents');
    await expectAnotherPayment(stay);
    await extend(stay);
    await end(stay);
    return kill;
  },
  async ends(moment, round) {
    const stay = await begin(round);
    await passMinutes(stay, 50);
    const kill = await killApiAt(moment, `POST payment_intents/${stay.intent}/capture`);
    await end(stay);
    return kill;
  },
  async 'is refunded'(moment, round) {
    const stay = await begin(round);
    await passMinutes(stay, 50);
    await end(stay);
    const kill = await killApiAt(moment, 'POST refunds');
    await giveBack(stay, 5);
    await giveBack(stay);
    return kill;
  },
};

/** Asks for a longer stay until the answer names another payment, which the driver authorises. */
async function expectAnotherPayment({ sessionId }: Story): Promise<void> {
  const body = JSON.stringify({ session_id: sessionId, extend_minutes: 30 });
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const running = await runningApi();
    const asked = { method: 'POST', headers, body };
    const answer = await running.exchange('/api/v1/sessions/extend', asked);
    if (answer?.status !== 409) continue;
    stripe.driver.authorise(answer.body.error.details.payment_intent_id);
    expect(intentsOf(sessionId).length).toBe(2);
    return;
  }
  throw new Error('no other payment');
}

/** Each step of the pipelines: what is due, and the call of it. */
const JOB_STEPS: Record<string, (round: number) => Promise<string>> = {
  async 'closes an overdue stay'(round) {
    const stay = await begin(round);
    // This notes that the driver has authorised it.
    await call(`sessions/${stay.sessionId}`);
    await passMinutes(stay, 90);
    return `POST payment_intents/${stay.intent}/capture`;
  },
  async 'cancels an unauthorised stay'(round) {
    const stay = await begin(round, { authorises: false });
    await passMinutes(stay, 11);
    return `POST payment_intents/${stay.intent}/cancel`;
  },
  async 'releases the former payment'(round) {
    const stay = await begin(round, { canRaise: false });
    await expectAnotherPayment(stay);
    await extend(stay);
    await end(stay);
    return `POST payment_intents/${stay.intent}/cancel`;
  },
  async 'takes a refund that came back back'(round) {
    const stay = await begin(round);
    await passMinutes(stay, 50);
    await end(stay);
    await giveBack(stay, 5);
    stripe.driver.failRefund(stay.intent);
    const event = stripe.events.findLast(({ type }) => type === 'refund.failed');
    if (event === undefined) throw new Error('Stripe told nothing');
    const settings = stripeSettingsOf(stripe);
    const { headers, body } = signed(event, settings.HEXLOT_STRIPE_WEBHOOK_SECRETS);
    const running = await runningApi();
    const told = await running.exchange('/webhooks/stripe', { method: 'POST', headers, body });
    expect(told?.status).toBe(200);
    return 'GET refunds';
  },
  async 'settles a refund'(round) {
    const stay = await begin(round);
    await passMinutes(stay, 50);
    await end(stay);
    stripe.fail(/POST refunds$/, '500 before', 1);
    const running = await runningApi();
    await running.exchange(`/api/v1/sessions/${stay.sessionId}/refunds`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ reason: 'kill', amount: 5 }),
    });
    await passWaits();
    return 'POST refunds';
  },
};

const MOMENTS: readonly Moment[] = ['before', 'after'];
const ROUNDS = Array.from({ length: KILLS_AT_EACH_POINT }, (_, round) => round);
const apiCases = Object.keys(API_STEPS).flatMap((step) =>
  MOMENTS.flatMap((moment) => ROUNDS.map((round) => ({ step, moment, round }))),
);
const jobCases = Object.keys(JOB_STEPS).flatMap((step) =>
  MOMENTS.flatMap((moment) => ROUNDS.map((round) => ({ step, moment, round }))),
);

test.each(apiCases)(
  'the api killed $moment Stripe acts when a stay $step: one charge, one space ($round)',
  async ({ step, moment, round }) => {
    const at = round + Object.keys(API_STEPS).indexOf(step) + MOMENTS.indexOf(moment);
    const kill = await API_STEPS[step]?.(moment, at);
    expect(kill?.killed()).toBe(true);
    await expectSquare();
  },
);

test.each(jobCases)(
  'the pipelines killed $moment Stripe acts when a job $step: one charge, one space ($round)',
  async ({ step, moment, round }) => {
    const at = await JOB_STEPS[step]?.(round + MOMENTS.indexOf(moment));
    await runPipelines({ moment, at: at ?? '' });
    await expectSquare();
  },
);

test('the comparison with the books of Stripe finds nothing', async () => {
  const { pipelines: db } = database;
  const log = pino({ level: 'silent' });
  const stripeSettings = settingsFor(stripe.apiBase);
  const payments = await openPayments({ db, log, stripe: stripeSettings, authorizeMinutes: 10 });
  for (const days of [1, 2, 3, 4])
    await reconcile({ db, log, payments, now: addDays(new Date(), days) });
  expect(await listFindings(db, { day: null, livemode: null })).toEqual([]);
});

test('money was taken in each currency, and no receipt of a stay has changed', async () => {
  const taken = atStripe();
  receiptTotals.clear();
  expect((await atHome()).receipts).toEqual(taken);
  expect(Object.keys(taken).sort()).toEqual(['cad', 'jpy', 'kwd']);
  for (const sum of Object.values(taken)) expect(sum).toBeGreaterThan(0);
});
