import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newEvent, type StripeEvent, signed, signedText } from '../../../stripe-server/events.ts';
import { startTestApi } from '../../client.ts';
import { openStripeStage, SECRETS, type StripeStage } from './stage.ts';

// The door through which Stripe tells of changes: what it signed is stored once, and nothing else.

const BYTES_MAX = 2_097_152;
const REFUSED = { status: 400, body: { error: { code: 'BAD_REQUEST' } } };

let stage: StripeStage;
let lastId = 0;
beforeAll(async () => {
  stage = await openStripeStage();
});
afterAll(() => stage.stop());
beforeEach(() => stage.api.database.sql('delete from processor_events'));

function anEvent(more: Partial<StripeEvent> = {}): StripeEvent {
  lastId += 1;
  const object = { id: 'pi_1', object: 'payment_intent', receipt_email: 'jane@private.example' };
  const kind = { type: 'payment_intent.succeeded', livemode: true, object };
  return { ...newEvent(`evt_${lastId}`, kind), ...more };
}
const now = () => Math.floor(stage.clock.ms / 1_000);

test('an event is stored to be worked off, by the names in it and no more', async () => {
  const event = anEvent();
  expect(await stage.send(event)).toMatchObject({ status: 200, body: { received: true } });
  const rows = await stage.api.database.sql('select * from processor_events');
  expect(rows).toEqual([
    {
      event_id: event.id,
      type: 'payment_intent.succeeded',
      livemode: true,
      object_id: 'pi_1',
      payment_intent_id: 'pi_1',
      account_id: null,
      created_at: new Date(event.created * 1_000),
      received_at: expect.any(Date),
      worked_at: null,
      outcome: null,
    },
  ]);
});

test('either secret is good while they are exchanged', async () => {
  for (const secret of SECRETS)
    expect(await stage.send(anEvent(), { secret })).toMatchObject({ status: 200 });
  expect(await stage.outcomes()).toHaveLength(2);
});

test.each<[string, (event: StripeEvent) => Parameters<StripeStage['send']>[1]]>([
  ['another secret', () => ({ secret: 'whsec_other' })],
  ['301 s ago', () => ({ at: now() - 301 })],
  ['in 301 s', () => ({ at: now() + 301 })],
  ['for another body', (event) => ({ body: JSON.stringify({ ...event, type: 'payout.paid' }) })],
  ['for one with a space less', (event) => ({ body: ` ${JSON.stringify(event)}` })],
  ['for no event', () => ({ body: '' })],
])('signed %s: 400, and nothing is stored', async (_name, how) => {
  const event = anEvent();
  expect(await stage.send(event, how(event))).toMatchObject(REFUSED);
  expect(await stage.outcomes()).toEqual([]);
});

test.each([-300, 300])('signed %i s from now is in time', async (seconds) => {
  expect(await stage.send(anEvent(), { at: now() + seconds })).toMatchObject({ status: 200 });
});

test.each([{}, { 'stripe-signature': '' }, { 'stripe-signature': 't=1,v1=00' }])(
  'signed with %o: 400',
  async (headers) => {
    const raw = JSON.stringify(anEvent());
    const { request } = stage.api;
    expect(await request('POST', '/webhooks/stripe', { headers, raw })).toMatchObject(REFUSED);
  },
);

test.each(['{}', '[]', '"x"', 'null', '{"id":7,"type":"a","created":1}', '{"id":"evt_x"}', '{'])(
  '%s is signed, but no event: 400',
  async (text) => {
    const { headers, body } = signedText(text, SECRETS[0], now());
    const answer = await stage.api.request('POST', '/webhooks/stripe', { headers, raw: body });
    expect(answer).toMatchObject(REFUSED);
  },
);

test('an event that comes twice, and at once ten times, is stored once', async () => {
  const event = anEvent();
  const answers = await Promise.all(Array.from({ length: 10 }, () => stage.send(event)));
  answers.push(await stage.send(event));
  expect(answers.map(({ status }) => status)).toEqual(Array(11).fill(200));
  expect(await stage.outcomes()).toHaveLength(1);
});

test('an event of an unknown type is taken and counted', async () => {
  await stage.send(anEvent({ type: 'balance.available' }));
  expect(await stage.outcomes()).toEqual(['balance.available ignored']);
});

test('2 MB are read, one byte more is not, and nothing compressed', async () => {
  const event = anEvent();
  const { headers, body } = signed(event, SECRETS[0], now());
  const { request } = stage.api;
  const large = { ...event, id: 'evt_large', padding: '' };
  large.padding = 'x'.repeat(BYTES_MAX - JSON.stringify(large).length);
  expect(await stage.send(large)).toMatchObject({ status: 200 });
  large.padding += 'x';
  expect(await stage.send(large)).toMatchObject({
    status: 413,
    body: { error: { code: 'PAYLOAD_TOO_LARGE', message: `the body is over ${BYTES_MAX} bytes` } },
  });
  const zipped = { ...headers, 'content-encoding': 'gzip' };
  expect(
    await request('POST', '/webhooks/stripe', { headers: zipped, raw: gzipSync(body) }),
  ).toMatchObject({ status: 415 });
});

test('no event is lost to a flood of forged ones, which is refused from its budget on', async () => {
  const forged = () => stage.send(anEvent(), { secret: 'whsec_other' });
  const statuses = new Set<number>();
  for (let count = 0; count < 200; count += 1) statuses.add((await forged()).status);
  expect([...statuses]).toEqual([400, 429]);
  expect(await stage.send(anEvent())).toMatchObject({ status: 200 });
});

test('what cannot be stored within a second is no 200, so that Stripe repeats it', async () => {
  const event = anEvent();
  const other = new pg.Client(stage.api.database.connectionString);
  await other.connect();
  await other.query('begin; lock table processor_events');
  expect(await stage.send(event)).toMatchObject({ status: 503 });
  await other.end();
  expect(await stage.send(event)).toMatchObject({ status: 200 });
  expect(await stage.outcomes()).toHaveLength(1);
});

test('where no payments are taken through Stripe, there is no such path', async () => {
  const api = await startTestApi();
  try {
    const { headers, body } = signed(anEvent(), SECRETS[0]);
    const answer = await api.request('POST', '/webhooks/stripe', { headers, raw: body });
    expect(answer).toMatchObject({ status: 404 });
  } finally {
    await api.stop();
  }
});
