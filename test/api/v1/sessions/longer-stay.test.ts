import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { releaseIntents } from '../../../../src/parking/sessions/authorization/release-intents.ts';
import type { Answer } from '../../client.ts';
import { openStripeStage, type StripeStage } from '../../webhooks/stripe/stage.ts';

// Stays at 120.00 an hour through Stripe, whose cards do not allow to raise what is authorised: a
// longer stay takes another payment, for all of it.

let stage: StripeStage;
beforeAll(async () => {
  stage = await openStripeStage();
});
afterAll(() => stage.stop());

/** A stay of an hour whose driver has authorised it. */
async function parked(canRaise = false) {
  const { sessionId, intent } = await stage.park();
  stage.stripe.driver.authorise(intent, { canRaise });
  return { sessionId, intent };
}

const extend = (sessionId: string, minutes = 60, key: string | null = null): Promise<Answer> =>
  stage.call('POST', 'sessions/extend', {
    session_id: sessionId,
    extend_minutes: minutes,
    ...(key !== null && { idempotency_key: key }),
  });

/** The other payment, as the answer names it. */
async function asked(sessionId: string, minutes = 60) {
  const { status, body } = await extend(sessionId, minutes);
  expect([status, body.error?.details.reason]).toEqual([409, 'authorize_extension']);
  const { payment_intent_id: intent, client_secret: secret, authorize_by } = body.error.details;
  return { intent, secret, authorizeBy: Date.parse(authorize_by) };
}

const release = async () => {
  const { database, app } = stage.api;
  const log = pino({ level: 'silent' });
  await releaseIntents({ db: database.pipelines, payments: app.payments, log });
};

const at = async (intent: string) => {
  const { status, authorisedMinor, capturedMinor } = await stage.api.app.payments.readIntent({
    paymentIntentId: intent,
    livemode: false,
  });
  return `${status} ${authorisedMinor} ${capturedMinor}`;
};

const ended = async (sessionId: string) => {
  const { status, body } = await stage.call('POST', 'sessions/end', { session_id: sessionId });
  expect(status).toBe(200);
  return body.session;
};

const spares = (sessionId: string) =>
  stage.api.database.sql('select from spare_intents where session_id = $1', [sessionId]);

test('the stay is as it was until its driver has authorised the other payment', async () => {
  const { sessionId, intent } = await parked();
  const other = await asked(sessionId);
  expect(other.intent).not.toBe(intent);
  expect(other.secret).toContain(other.intent);
  expect(Math.abs(other.authorizeBy - Date.now() - 600_000)).toBeLessThan(60_000);
  const { body } = await stage.call('GET', `sessions/${sessionId}`);
  expect(body.session).toMatchObject({ extended_count: 0, payment_intent_id: intent });
  expect(await at(intent)).toBe('authorized 15000 0');
});

test('once it is authorised the repeated call makes the stay longer, and one payment is taken', async () => {
  const { sessionId, intent } = await parked();
  const other = await asked(sessionId);
  expect((await asked(sessionId)).intent).toBe(other.intent);
  stage.stripe.driver.authorise(other.intent);
  const { status, body } = await extend(sessionId, 60, 'longer-1');
  expect(status).toBe(200);
  expect(body.session).toMatchObject({ extended_count: 1, payment_intent_id: other.intent });
  // A repeat with its key makes it no longer still.
  expect((await extend(sessionId, 60, 'longer-1')).body).toEqual(body);

  await release();
  expect(await at(intent)).toBe('canceled 0 0');
  expect(await at(other.intent)).toBe('authorized 27000 0');
  const { subtotal } = await ended(sessionId);
  expect(await at(other.intent)).toBe(`captured 0 ${subtotal * 100}`);
  expect(await spares(sessionId)).toEqual([]);
});

test('a stay that ends without it takes the first payment, and releases the other', async () => {
  const { sessionId, intent } = await parked();
  const other = await asked(sessionId);
  stage.stripe.driver.authorise(other.intent);
  const { subtotal } = await ended(sessionId);
  await stage.api.database.sql('update spare_intents set authorize_by = now()');
  await release();
  expect(await at(intent)).toBe(`captured 0 ${subtotal * 100}`);
  expect(await at(other.intent)).toBe('canceled 0 0');
});

test('what was not used in time is released, and the next call gets another payment', async () => {
  const { sessionId } = await parked();
  const late = await asked(sessionId);
  await stage.api.database.sql('update spare_intents set authorize_by = now()');
  await release();
  expect(await at(late.intent)).toBe('canceled 0 0');
  const next = await asked(sessionId);
  expect(next.intent).not.toBe(late.intent);
});

test('a payment that Stripe canceled is declined, and the next call gets another one', async () => {
  const { sessionId } = await parked();
  const lost = await asked(sessionId);
  stage.stripe.driver.letExpire(lost.intent);
  expect((await extend(sessionId)).body.error.details).toEqual({
    reason: 'extension_declined',
    failure_code: 'authorization_over',
  });
  expect((await asked(sessionId)).intent).not.toBe(lost.intent);
});

test('another length asks for another payment', async () => {
  const { sessionId } = await parked();
  const hour = await asked(sessionId);
  const half = await asked(sessionId, 30);
  expect(half.intent).not.toBe(hour.intent);
  stage.stripe.driver.authorise(half.intent);
  expect((await extend(sessionId, 30)).status).toBe(200);
  expect(await at(half.intent)).toBe('authorized 21000 0');
});

test('a lost answer of Stripe costs no second payment', async () => {
  const { sessionId } = await parked();
  stage.stripe.fail(/POST payment_intents$/, 'gone after', 2);
  expect((await extend(sessionId)).status).toBe(502);
  const before = stage.stripe.events.length;
  const { intent } = await asked(sessionId);
  stage.stripe.driver.authorise(intent);
  expect((await extend(sessionId)).status).toBe(200);
  expect(stage.stripe.events.slice(before).map(({ type }) => type)).toEqual([
    'payment_intent.amount_capturable_updated',
  ]);
});

test('many calls at once make one other payment, and one extension each when it is authorised', async () => {
  const { sessionId } = await parked();
  const answers = await Promise.all([1, 2, 3, 4].map(() => asked(sessionId)));
  expect(new Set(answers.map(({ intent }) => intent)).size).toBe(1);
  stage.stripe.driver.authorise(answers[0]?.intent);
  const longer = await Promise.all([1, 2, 3, 4].map(() => extend(sessionId)));
  // The others need still more: they were added to the first one.
  expect(longer.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
});

test('another key of the operator learns that it is needed, and nothing to authorise it with', async () => {
  const { sessionId } = await parked();
  await asked(sessionId);
  const [{ operatorId } = { operatorId: '' }] = await stage.api.database.sql<{
    operatorId: string;
  }>('select operator_id as "operatorId" from sessions where session_id = $1', [sessionId]);
  const { secret } = await stage.api.createKey({ mode: 'test', operatorId });
  const { body } = await stage.api.request('POST', '/api/v1/sessions/extend', {
    key: secret,
    body: { session_id: sessionId, extend_minutes: 60 },
  });
  expect(body.error.details).toEqual({
    reason: 'authorize_extension',
    authorize_by: expect.any(String),
  });
});
