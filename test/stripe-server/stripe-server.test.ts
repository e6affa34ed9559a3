import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signed } from './events.ts';
import { startStripeServer, TEST_KEY } from './start.ts';

// What makes the server refuse, as Stripe does: otherwise tests that use it would prove nothing.

let server: Awaited<ReturnType<typeof startStripeServer>>;
beforeAll(async () => {
  server = await startStripeServer();
});
afterAll(() => server.stop());

const HEADERS = { authorization: `Bearer ${TEST_KEY}`, 'stripe-version': '2026-10-28.endive' };

async function post(path: string, body: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${server.apiBase}/v1/${path}`, {
    method: 'POST',
    headers: { ...HEADERS, ...headers },
    body,
  });
  const replayed = answer.headers.get('idempotent-replayed');
  return { status: answer.status, replayed, body: (await answer.json()) as { id: string } };
}

const INTENT = 'amount=100&currency=usd&capture_method=manual';

test('what Stripe does not know is refused, inside of objects too', async () => {
  for (const name of ['fee', 'transfer_data[account]'])
    expect(await post('payment_intents', `${INTENT}&${name}=1`)).toMatchObject({
      status: 400,
      body: { error: { code: 'parameter_unknown', param: name } },
    });
  expect(await post('payments', INTENT)).toMatchObject({ status: 400 });
});

test('another key and another version are refused', async () => {
  const refused = (headers: Record<string, string>) => post('payment_intents', INTENT, headers);
  expect(await refused({ authorization: 'Bearer sk_test_other' })).toMatchObject({ status: 401 });
  expect(await refused({ 'stripe-version': '2020-01-01' })).toMatchObject({ status: 400 });
});

test('a key is answered the same again, errors included, and is good for one call', async () => {
  const key = { 'idempotency-key': 'one' };
  const first = await post('payment_intents', INTENT, key);
  expect(await post('payment_intents', INTENT, key)).toEqual({ ...first, replayed: 'true' });
  expect(await post('payment_intents', `${INTENT}&metadata[a]=1`, key)).toMatchObject({
    status: 400,
    body: { error: { type: 'idempotency_error' } },
  });
  server.fail(/payment_intents/, '500 before');
  const other = { 'idempotency-key': 'two' };
  for (const replayed of [null, 'true'])
    expect(await post('payment_intents', INTENT, other)).toMatchObject({ status: 500, replayed });
});

test.each([
  ['amount=49&currency=usd', 'amount_too_small'],
  ['amount=100000000&currency=usd', 'amount_too_large'],
  ['amount=1001&currency=kwd', 'parameter_invalid'],
  ['amount=1.5&currency=usd', 'parameter_invalid_integer'],
])('%s is refused: %s', async (asked, code) => {
  expect(await post('payment_intents', asked)).toMatchObject({ body: { error: { code } } });
});

test('what becomes of an intent is an event, which its secret signs and no other', async () => {
  const { body } = await post('payment_intents', INTENT);
  server.driver.authorise(body.id);
  await post(`payment_intents/${body.id}/capture`, '');
  const events = server.events.filter(
    ({ data }) => 'id' in data.object && data.object.id === body.id,
  );
  expect(events.map(({ type }) => type)).toEqual([
    'payment_intent.amount_capturable_updated',
    'payment_intent.succeeded',
  ]);
  for (const event of events) {
    const request = signed(event, 'whsec_1');
    const read = (secret: string) =>
      Stripe.webhooks.constructEvent(request.body, request.headers['stripe-signature'], secret);
    expect(read('whsec_1')).toEqual(event);
    expect(() => read('whsec_2')).toThrow('No signatures found');
  }
});
