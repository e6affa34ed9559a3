import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cancelUnauthorized } from '../../../../../src/parking/sessions/authorization/cancel-unauthorized.ts';
import { openStripeStage, type StripeStage } from '../../../../api/webhooks/stripe/stage.ts';
import type { StripeEvent } from '../../../../stripe-server/events.ts';

// What Stripe tells is worked off by reading there: neither order nor repeats matter, and nothing
// is believed that it does not confirm.

let stage: StripeStage;
beforeAll(async () => {
  stage = await openStripeStage();
});
afterAll(() => stage.stop());
beforeEach(() => stage.api.database.sql('delete from processor_events'));

const sessionOf = async (sessionId: string) =>
  (await stage.call('GET', `sessions/${sessionId}`)).body.session;

async function refund(sessionId: string) {
  const asked = { reason: 'test', amount: 0.05 };
  const { status, text } = await stage.call('POST', `sessions/${sessionId}/refunds`, asked);
  expect(status, text).toBe(201);
}

/** All that is stored of a stay, its refunds, entries and disputes. */
const stored = (sessionId: string) =>
  stage.api.database.sql(
    `select to_jsonb(sessions) as stay,
       array(select to_jsonb(refunds) from refunds where session_id = $1) as refunds,
       array(select to_jsonb(ledger) from ledger where session_id = $1) as entries,
       array(select to_jsonb(disputes) from disputes where session_id = $1) as disputes
     from sessions where session_id = $1`,
    [sessionId],
  );

async function authorised() {
  const stay = await stage.park();
  stage.stripe.driver.authorise(stay.intent);
  await deliver(stage.about(stay.intent));
  return stay;
}

async function paid() {
  const stay = await authorised();
  const ended = await stage.call('POST', 'sessions/end', { session_id: stay.sessionId });
  expect(ended.status).toBe(200);
  return stay;
}

async function deliver(events: readonly StripeEvent[]) {
  for (const event of events) expect((await stage.send(event)).status).toBe(200);
  await stage.work();
}

/** An event as Stripe would send it, about something that did not happen. */
function untrue(type: string, object: object): StripeEvent {
  const created = Math.floor(Date.now() / 1_000);
  const head = { id: `evt_untrue_${type}`, object: 'event', api_version: 'x' } as const;
  return { ...head, type, created, livemode: false, data: { object } };
}

test('a stay that Stripe says is authorised is, and shows its gate code', async () => {
  const stay = await stage.park();
  stage.stripe.driver.authorise(stay.intent);
  const [event] = stage.about(stay.intent);
  if (event === undefined) throw new Error('nothing was told');
  await stage.send(event);
  // Nothing is done at the door: whoever dies here leaves the event to the next run.
  const rows = 'select authorize_by from sessions where session_id = $1';
  expect(await stage.api.database.sql(rows, [stay.sessionId])).not.toEqual([
    { authorize_by: null },
  ]);
  expect(await stage.work()).toEqual({ rows: 1 });
  expect(await stage.api.database.sql(rows, [stay.sessionId])).toEqual([{ authorize_by: null }]);
  expect(await sessionOf(stay.sessionId)).toMatchObject({
    entry_instructions: { gate_code: '4711' },
  });
  expect(await stage.outcomes()).toEqual(['payment_intent.amount_capturable_updated authorized']);
});

test('ten events in any order leave what their order leaves', async () => {
  const stays = [await paid(), await paid(), await paid()];
  for (const { sessionId } of stays.slice(0, 2)) await refund(sessionId);
  const disputed = stays[2];
  const { driver } = stage.stripe;
  if (disputed) driver.settleDispute(driver.dispute(disputed.intent), 'won');
  await stage.api.database.sql('delete from processor_events');
  const events = stays.flatMap(({ intent }) => stage.about(intent));
  expect(events).toHaveLength(10);
  await deliver(events.toReversed());
  for (const [index, { sessionId }] of stays.entries()) {
    const { payment_status: status } = await sessionOf(sessionId);
    expect([index, status]).toEqual([index, 'captured']);
    expect(await stage.reported(sessionId)).toEqual(index === 2 ? ['disputed'] : []);
  }
});

test('what Stripe does not confirm changes nothing', async () => {
  const { intent, sessionId } = await paid();
  await refund(sessionId);
  const active = await authorised();
  const before = await Promise.all([sessionId, active.sessionId].map(stored));
  const [made] = stage.stripe.refundsOf(intent);
  const lost = { object: 'payment_intent', status: 'canceled', amount_received: 0 };
  await deliver([
    untrue('payment_intent.canceled', { ...lost, id: intent }),
    { ...untrue('payment_intent.canceled', { ...lost, id: active.intent }), id: 'evt_untrue' },
    untrue('refund.failed', {
      ...made,
      object: 'refund',
      status: 'failed',
      payment_intent: intent,
    }),
    untrue('charge.dispute.created', {
      id: 'du_1',
      object: 'dispute',
      payment_intent: intent,
      amount: 5,
    }),
    untrue('payout.failed', { id: 'po_1', object: 'payout', status: 'failed' }),
  ]);
  expect(await Promise.all([sessionId, active.sessionId].map(stored))).toEqual(before);
  for (const id of [sessionId, active.sessionId]) expect(await stage.reported(id)).toEqual([]);
  expect((await stage.outcomes()).slice(-5).toSorted()).toEqual([
    'charge.dispute.created unknown',
    'payment_intent.canceled unchanged',
    'payment_intent.canceled unchanged',
    'payout.failed unknown',
    'refund.failed unchanged',
  ]);
});

test('an authorisation that Stripe cancels is reported once, and the stay goes on', async () => {
  const { sessionId, intent } = await authorised();
  stage.stripe.driver.letExpire(intent);
  const canceled = stage.about(intent).filter(({ type }) => type.endsWith('canceled'));
  await deliver(canceled);
  const [event] = canceled;
  if (event) await deliver([{ ...event, id: 'evt_again' }]);
  expect(await stage.reported(sessionId)).toEqual(['authorization_over']);
  expect(await sessionOf(sessionId)).toMatchObject({ status: 'active' });
});

test('what a driver authorises for a stay that was canceled is released', async () => {
  const { sessionId, intent } = await stage.park();
  const { sql, pipelines } = stage.api.database;
  await sql(
    "update sessions set authorize_by = now() - interval '1 second' where session_id = $1",
    [sessionId],
  );
  const { payments } = stage.api.app;
  const name = { paymentIntentId: intent, livemode: false };
  const state = await payments.readIntent(name);
  // A cancellation that Stripe answers and then loses.
  const cancelIntent = async () => ({ ...state, status: 'canceled' as const });
  const log = pino({ level: 'silent' });
  await cancelUnauthorized({ db: pipelines, payments: { ...payments, cancelIntent }, log });
  stage.stripe.driver.authorise(intent);
  await deliver(stage.about(intent));
  expect(await payments.readIntent(name)).toMatchObject({ status: 'canceled' });
  expect(await sessionOf(sessionId)).toMatchObject({ status: 'canceled' });
  expect(await stage.reported(sessionId)).toEqual(['not_authorized']);
});

test('a refused card of a stay that waits changes nothing', async () => {
  const { sessionId, intent } = await stage.park();
  stage.stripe.driver.decline(intent);
  await deliver(stage.about(intent));
  expect(await stage.outcomes()).toEqual(['payment_intent.payment_failed unchanged']);
  expect(await stage.reported(sessionId)).toEqual([]);
});

test('a refund that came back is failed, reported once, and can be made again', async () => {
  const { sessionId, intent } = await paid();
  await refund(sessionId);
  stage.stripe.driver.failRefund(intent);
  await deliver(stage.about(intent).filter(({ type }) => type.startsWith('refund.')));
  expect(await stage.reported(sessionId)).toEqual(['refund_failed']);
  const booked = () =>
    stage.api.database.sql(
      `select kind, refunds_minor::integer as refunds from ledger
       where session_id = $1 and refund_id is not null order by entry_id`,
      [sessionId],
    );
  expect(await booked()).toEqual([
    { kind: 'refund', refunds: 5 },
    { kind: 'correction', refunds: -5 },
  ]);
  await refund(sessionId);
  expect(await booked()).toHaveLength(3);
});

test('a dispute is stored, reported once, and closed', async () => {
  const { sessionId, intent } = await paid();
  const { driver } = stage.stripe;
  const id = driver.dispute(intent);
  await deliver(stage.about(id));
  driver.settleDispute(id, 'lost');
  await deliver(stage.about(id));
  const stored = await stage.api.database.sql(
    'select session_id, reason, status, closed_at from disputes where dispute_id = $1',
    [id],
  );
  expect(stored).toEqual([
    { session_id: sessionId, reason: 'fraudulent', status: 'lost', closed_at: expect.any(Date) },
  ]);
  expect(await stage.reported(sessionId)).toEqual(['disputed']);
  expect(await sessionOf(sessionId)).toMatchObject({ payment_status: 'captured' });
});

test('a payout that failed is a warning until a later one of its account is paid', async () => {
  const { driver, addAccount } = stage.stripe;
  const { id: account } = addAccount();
  const failed = driver.payOut(account, 500, 'account_closed');
  await deliver(stage.about(failed));
  const jobs = async () => {
    await stage.api.database.pipelines.query('setbacks_sweep');
    const { body } = await stage.api.request('GET', '/api/v1/health');
    return body.checks.jobs;
  };
  expect(await jobs()).toMatchObject({
    status: 'warn',
    failing: [{ job: 'processor-payouts', retrying: 0, given_up: 1 }],
  });
  await deliver(stage.about(driver.payOut(account, 500)));
  expect(await jobs()).toMatchObject({ status: 'pass', failing: [] });
  const stored = await stage.api.database.sql(
    'select status, failure_code, amount_minor::integer from processor_payouts order by created_at',
  );
  expect(stored).toEqual([
    { status: 'failed', failure_code: 'account_closed', amount_minor: 500 },
    { status: 'paid', failure_code: null, amount_minor: 500 },
  ]);
});

test('while Stripe is down events wait, and none is lost', async () => {
  const { sessionId, intent } = await stage.park();
  stage.stripe.driver.authorise(intent);
  stage.stripe.fail(/GET payment_intents/, '500 before', 2);
  await deliver(stage.about(intent));
  expect(await stage.outcomes()).toEqual(['payment_intent.amount_capturable_updated null']);
  stage.stripe.mend();
  await stage.api.database.pipelines.query('setbacks_sweep');
  expect(await stage.work()).toEqual({ rows: 0 });
  await stage.api.database.sql("update setbacks set retry_at = now() - interval '1 second'");
  expect(await stage.work()).toEqual({ rows: 1 });
  expect(await sessionOf(sessionId)).toMatchObject({ payment_status: 'authorized' });
});

test('what was told 30 days ago is forgotten, disputes and payouts are not', async () => {
  const { sql, pipelines } = stage.api.database;
  await authorised();
  await sql("update processor_events set received_at = now() - interval '29 days'");
  expect(await pipelines.query('processor_events_sweep')).toEqual([{ rowCount: 0 }]);
  await sql("update processor_events set received_at = now() - interval '31 days'");
  expect(await pipelines.query('processor_events_sweep')).toEqual([{ rowCount: 1 }]);
  expect(await sql('select from disputes')).not.toEqual([]);
  expect(await sql('select from processor_payouts')).not.toEqual([]);
});
