import { createHmac } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../../../src/kit/clock.ts';
import { runCourier } from '../../../../../src/outbound/webhooks/courier/run-courier.ts';
import { openSender } from '../../../../../src/outbound/webhooks/sending/open-sender.ts';
import { WEBHOOKS_MAX } from '../../../../../src/outbound/webhooks/webhook.ts';
import { TEST_PLATES } from '../../../../plates.ts';
import { openParking, type Parking } from '../../../../stage/parking.ts';
import { hang, openReceiver, type Receiver } from '../receiver.ts';
import { openPost, type Post } from '../stage.ts';

let post: Post;
let parking: Parking;
let receiver: Receiver;
const log = pino({ level: 'silent' });
const couriers: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  parking = await openParking();
  post = await openPost(parking.database, parking.caller.operatorId);
  receiver = await openReceiver();
});
afterAll(async () => {
  await receiver.close();
  await post.database.drop();
});
beforeEach(async () => {
  await post.relay();
  await post.database.sql('truncate deliveries, event_bodies, webhook_secrets, webhooks');
  receiver.received.length = 0;
  receiver.behave((_, response) => response.writeHead(204).end());
});
afterEach(() => stopCouriers());

async function stopCouriers(): Promise<void> {
  await Promise.all(couriers.splice(0).map((courier) => courier.stop()));
}

function startCourier() {
  const allow = [receiver.host];
  const sender = openSender({ allow, log });
  couriers.push(runCourier({ db: post.database.courier, log, clock: systemClock, sender, allow }));
}

/** Computed from the bytes received alone, as an endpoint would. */
const signatureOf = (secret: string, body: Buffer) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

test('a stay that begins is at the endpoint: signed, with its plate, and with the id of its event', async () => {
  const secret = `whsec_${'s'.repeat(43)}`;
  await post.addWebhook({
    url: `${receiver.url}?from=hexlot`,
    events: ['session.created'],
    secret,
  });
  startCourier();
  const lotId = await parking.addLot({ name: 'Straße №7 “Süd”' });
  const { sessionId } = await parking.park(lotId, { plate: 'KO1234' });
  await receiver.until(() => receiver.received.length > 0);
  const [{ path, headers, body } = { path: '', headers: {}, body: Buffer.alloc(0) }] =
    receiver.received;
  expect(path).toBe('/hook?from=hexlot');
  const [event] = await post.database.sql<{ event_id: string }>(
    'select event_id from events where entity_id = $1',
    [sessionId],
  );
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'x-service-event': 'session.created',
    'x-service-delivery': event?.event_id,
    'x-service-signature': signatureOf(secret, body),
    'x-service-timestamp': expect.stringMatching(/^\d{10}$/),
  });
  expect(JSON.parse(body.toString())).toMatchObject({
    id: event?.event_id,
    type: 'session.created',
    data: { session_id: sessionId, lot_name: 'Straße №7 “Süd”', vehicle_plate: 'KO1234' },
  });
  expect(body.toString()).not.toContain('vehicle_id');
  const [stored = {}] = await post.database.sql<{ body?: string }>('select body from event_bodies');
  expect(stored.body).not.toContain('KO1234');
  TEST_PLATES.openRow(stored);
  expect({ body: body.toString() }).toEqual(stored);
});

test('couriers side by side send each event once', async () => {
  await post.addWebhook({ url: receiver.url });
  for (let i = 0; i < 3; i += 1) startCourier();
  const events: string[] = [];
  for (let i = 0; i < 20; i += 1) events.push(...(await post.addEvents(20)));
  await receiver.until(() => receiver.received.length >= events.length);
  await stopCouriers();
  expect(receiver.ids().sort()).toEqual(events.sort());
  expect(new Set((await post.deliveries()).map(({ status }) => status))).toEqual(
    new Set(['delivered']),
  );
});

test('endpoints that hang delay no other one', async () => {
  const healthy = await post.addWebhook({ url: receiver.url });
  const others = await Promise.all([1, 2, 3, 4, 5].map(() => openPost(post.database)));
  for (const [number, other] of others.entries())
    for (let i = 0; i < WEBHOOKS_MAX; i += 1)
      await other.addWebhook({ url: `${receiver.url}/hang/${number}/${i}` });
  receiver.behave((received, response) =>
    received.path === '/hook' ? response.writeHead(204).end() : hang(received, response),
  );
  startCourier();
  const count = 200;
  for (const other of others) await other.addEvents(count);
  const events = await post.addEvents(count);
  const isSent = ({ path }: { path: string }) => path === '/hook';
  await receiver.until(() => receiver.received.filter(isSent).length >= count);
  // All of this while the others have not had a single answer.
  const sent = receiver.received.filter(isSent).map(({ headers }) => headers['x-service-delivery']);
  expect(sent.sort()).toEqual(events.sort());
  expect(receiver.received.some((one) => !isSent(one))).toBe(true);
  const waiting = (await post.deliveries()).filter(({ webhook_id }) => webhook_id !== healthy);
  expect(new Set(waiting.map(({ status }) => status))).toEqual(new Set(['pending']));
  receiver.behave((_, response) => response.writeHead(204).end());
  await closeHanging();
});

test('an endpoint that breaks down under load delays no other one', async () => {
  const [breaking, healthy] = [await openPost(post.database), await openPost(post.database)];
  await breaking.addWebhook({ url: `${receiver.url}/breaks` });
  await healthy.addWebhook({ url: receiver.url });
  const count = 300;
  let brokenCount = 0;
  receiver.behave((received, response) => {
    if (received.path === '/hook' || receiver.received.length < count / 2)
      return response.writeHead(204).end();
    brokenCount += 1;
    // One says so. The others hang.
    if (brokenCount === 20) return response.writeHead(503).end();
    hang(received, response);
  });
  startCourier();
  await breaking.addEvents(count);
  await receiver.until(() => brokenCount >= 20);
  const events = await healthy.addEvents(5);
  await receiver.until(() => events.every((event) => receiver.distinctIds.has(event)));
  // All of this before the time of those that hang was over.
  const [{ count: overCount } = { count: -1 }] = await post.database.sql<{ count: number }>(
    `select count(*)::integer as count from deliveries where attempts @> '[{ "status": null }]'`,
  );
  expect(overCount).toBe(0);
  receiver.behave((_, response) => response.writeHead(204).end());
  await closeHanging();
});

/** Ends what hangs, so that the courier need not wait for it when it stops. */
async function closeHanging(): Promise<void> {
  const { host } = receiver;
  await receiver.close();
  receiver = await openReceiver(undefined, Number(host.split(':')[1]));
}

test('a retry has the same bytes; a secret that is rotated meanwhile signs in a header of its own', async () => {
  const [before, after] = [`whsec_${'a'.repeat(43)}`, `whsec_${'b'.repeat(43)}`];
  const webhookId = await post.addWebhook({ url: receiver.url, secret: before });
  receiver.behave((_, response) => response.writeHead(503).end('later'));
  startCourier();
  const [eventId] = await post.addEvents(1);
  await receiver.until(() => receiver.received.length === 1);
  receiver.behave((_, response) => response.writeHead(200).end('ok'));
  await post.database.sql(
    `update webhook_secrets set secret = $2, previous_secret = $3,
       previous_until = now() + interval '24 hours'
     where webhook_id = $1`,
    [webhookId, after, before],
  );
  await receiver.until(() => receiver.received.length === 2);
  const [first, second] = receiver.received;
  if (first === undefined || second === undefined) throw new Error('it was not sent twice');
  expect(second.body).toEqual(first.body);
  expect(receiver.ids()).toEqual([eventId, eventId]);
  expect(first.headers['x-service-signature']).toBe(signatureOf(before, first.body));
  expect(first.headers['x-service-signature-next']).toBeUndefined();
  // A receiver that knows nothing of rotations compares the whole value.
  expect(second.headers['x-service-signature']).toBe(signatureOf(before, first.body));
  expect(second.headers['x-service-signature-next']).toBe(signatureOf(after, first.body));
  await stopCouriers();
  expect(await post.deliveries()).toMatchObject([
    {
      status: 'delivered',
      attempts: [
        { status: 503, failure: 'answered 503', answer: 'later' },
        { status: 200, failure: null, answer: 'ok' },
      ],
    },
  ]);
});

test('an answer that repeats the plate is kept without it, however it writes it', async () => {
  await post.addWebhook({ url: receiver.url, events: ['session.created'] });
  receiver.behave((_, response) => response.writeHead(422).end('no account of KÜ ax-12, sorry'));
  startCourier();
  await parking.park(await parking.addLot(), { plate: 'KÜ-AX 12' });
  await receiver.until(() => receiver.received.length === 1);
  await stopCouriers();
  expect(await post.deliveries()).toMatchObject([
    { attempts: [{ status: 422, answer: 'no account of [plate], sorry' }] },
  ]);
});

test('an endpoint that answers 410 gets nothing more', async () => {
  const webhookId = await post.addWebhook({ url: receiver.url });
  receiver.behave((_, response) => response.writeHead(410).end());
  await post.addEvents(1);
  startCourier();
  await receiver.until(() => receiver.received.length === 1);
  await expect.poll(() => post.webhook(webhookId)).toMatchObject({ pause_reason: 'gone' });
  await post.addEvents(1);
  await post.relay();
  await stopCouriers();
  expect(receiver.received).toHaveLength(1);
});

test('a test is sent once, also when it fails', async () => {
  await post.addWebhook({ url: receiver.url });
  receiver.behave((_, response) => response.writeHead(500).end());
  await post.addEvents(1);
  await post.relay();
  await post.database.sql('update deliveries set is_test = true');
  startCourier();
  await receiver.until(() => receiver.received.length === 1);
  await stopCouriers();
  expect(await post.deliveries()).toMatchObject([{ status: 'failed', try_count: 1 }]);
});

test('what a courier is sending when it stops is written down, or sent again by the next one', async () => {
  await post.addWebhook({ url: receiver.url });
  startCourier();
  const events = await post.addEvents(50);
  await receiver.until(() => receiver.received.length >= 10);
  await stopCouriers();
  startCourier();
  await receiver.until(() => new Set(receiver.ids()).size === events.length);
  await stopCouriers();
  expect((await post.deliveries()).every(({ status }) => status === 'delivered')).toBe(true);
});
