import { afterAll, expect, test } from 'vitest';
import { newId } from '../../../../src/access/ids.ts';
import { FAILURES_MAX } from '../../../../src/outbound/webhooks/webhook.ts';
import { EVENT_TYPES } from '../../../../src/parking/events/event-data.ts';
import type { TestKey } from '../../client.ts';
import { fieldsOf } from '../../stage.ts';
import { ATTEMPT, openWebhooks } from './operator.ts';

const { api, newKey, get, patch, post, made, happened, relay, claim, send, audits } =
  await openWebhooks();
const { sql } = api.database;
afterAll(() => api.stop());

/** A key with one webhook; what other tests left is leased, so that it is not in the way. */
async function newWebhook(more: object = {}) {
  await claim();
  const key = await newKey();
  return { key, id: (await made(key, more)).id };
}

const listOf = async (key: TestKey, id: string, query = {}) => {
  const { status, body, text } = await get(key, `/${id}/deliveries`, { limit: 100, ...query });
  expect(status, text).toBe(200);
  return body.data;
};
/** The only delivery. */
const oneOf = async (key: TestKey, id: string) => {
  const [delivery, ...more] = await listOf(key, id);
  expect(more).toEqual([]);
  return delivery;
};
const again = (key: TestKey, id: string, deliveryId: string, headers = {}) =>
  post(key, `/${id}/deliveries/${deliveryId}/redeliver`, undefined, headers);
const reasonOf = ({ status, body }: Awaited<ReturnType<typeof post>>) => [
  status,
  body.error?.details?.reason,
];

test('a delivery is listed with each attempt, while it waits and when it is over', async () => {
  const { key, id } = await newWebhook();
  const eventId = await happened(key);
  await relay();
  const waiting = await oneOf(key, id);
  expect(waiting).toEqual({
    id: expect.stringMatching(/^del_[0-9a-f]{32}$/),
    event_id: eventId,
    type: 'occupancy.changed',
    is_test: false,
    status: 'pending',
    attempts: [],
    next_attempt_at: expect.stringMatching(/Z$/),
    created_at: expect.stringMatching(/Z$/),
    finished_at: null,
  });
  const claimed = await claim();
  expect(claimed).toHaveLength(1);
  expect(await oneOf(key, id)).toEqual({ ...waiting, next_attempt_at: null });
  await sql(`update deliveries set lease_ends_at = now() where delivery_id = $1`, [waiting.id]);
  const failure = { ...ATTEMPT, status: 503, failure: 'answered 503', answer: 'later' };
  await send({ outcome: 'failed', retry_ms: 0, attempt: failure });
  expect(await oneOf(key, id)).toMatchObject({ status: 'pending', attempts: [failure] });
  await send();
  const over = await oneOf(key, id);
  expect(over).toMatchObject({
    status: 'delivered',
    attempts: [failure, ATTEMPT],
    next_attempt_at: null,
    finished_at: expect.stringMatching(/Z$/),
  });
  expect((await get(key, `/${id}/deliveries/${over.id}`)).body).toEqual({ delivery: over });
});

test('deliveries are listed newest first, page by page, by status and by type', async () => {
  const { key, id } = await newWebhook();
  const asked = async (type: string) =>
    (await post(key, `/${id}/test`, { type })).body.delivery.id as string;
  const failed = await asked('session.ended');
  await send({ outcome: 'failed' });
  const canceled = await asked('session.ended');
  await patch(key, id, { status: 'paused' });
  await patch(key, id, { status: 'active' });
  const delivered = await asked('lot.updated');
  await send();
  const pending = await asked('session.ended');
  const idsOf = async (query = {}) =>
    (await listOf(key, id, query)).map((one: { id: string }) => one.id);
  const all = [pending, delivered, canceled, failed];
  expect(await idsOf()).toEqual(all);
  expect(await idsOf({ status: 'failed' })).toEqual([failed]);
  expect(await idsOf({ status: 'canceled' })).toEqual([canceled]);
  expect(await idsOf({ status: 'delivered' })).toEqual([delivered]);
  expect(await idsOf({ status: 'pending' })).toEqual([pending]);
  expect(await idsOf({ type: 'session.ended' })).toEqual([pending, canceled, failed]);
  expect(await idsOf({ type: 'session.ended', status: 'failed' })).toEqual([failed]);
  expect(await idsOf({ type: 'lot.updated', status: 'failed' })).toEqual([]);
  // What was canceled is shown so before and after it is written down.
  await sql(
    `update deliveries set status = 'canceled', finished_at = now() where delivery_id = $1`,
    [canceled],
  );
  expect(await idsOf({ status: 'canceled' })).toEqual([canceled]);
  const met: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: object = { limit: 1, ...(cursor !== '' && { cursor }) };
    const { body }: Awaited<ReturnType<typeof get>> = await get(key, `/${id}/deliveries`, query);
    met.push(...body.data.map((one: { id: string }) => one.id));
    cursor = body.next_cursor;
    await asked('session.ended');
  }
  expect(met).toEqual(all);
});

test.each<[string, object]>([
  ['status', { status: 'sent' }],
  ['type', { type: 'session.begun' }],
  ['cursor', { cursor: 'x' }],
  ['limit', { limit: 0 }],
])('400 names %s in %j', async (field, query) => {
  const { key, id } = await newWebhook();
  expect(fieldsOf(await get(key, `/${id}/deliveries`, query))).toEqual([field]);
});

test('another webhook does not have the deliveries of the first', async () => {
  const { key, id } = await newWebhook();
  await happened(key);
  await relay();
  const { id: deliveryId } = await oneOf(key, id);
  const other = await made(key);
  for (const [webhook, delivery] of [
    [other.id, deliveryId],
    [id, newId('del')],
    [id, 'no-id'],
  ] as const)
    for (const answer of [
      await get(key, `/${webhook}/deliveries/${delivery}`),
      await again(key, webhook, delivery),
    ])
      expect([answer.status, answer.body.error.message]).toEqual([404, 'no such delivery']);
});

test('a test of any type is marked and listed, and is no event', async () => {
  const { key, id } = await newWebhook();
  for (const type of [...EVENT_TYPES, undefined]) {
    const answer = await post(key, `/${id}/test`, { ...(type && { type }) });
    expect(answer.status, answer.text).toBe(202);
    const { delivery } = answer.body;
    expect(delivery).toMatchObject({ status: 'pending', is_test: true });
    expect(delivery.type).toBe(type ?? 'session.created');
    const [claimed] = await send({ outcome: 'failed' });
    const body = JSON.parse(claimed?.body ?? '');
    expect(body).toEqual({
      id: delivery.event_id,
      type: delivery.type,
      created_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      data: expect.objectContaining({ test: true }),
    });
    expect(claimed?.isTest).toBe(true);
    const found = await get(key, `/${id}/deliveries/${delivery.id}`);
    expect(found.body.delivery).toMatchObject({ status: 'failed', is_test: true });
    expect((await audits(id)).at(-1)).toMatchObject({
      action: 'webhook.tested',
      diff: { after: { delivery_id: delivery.id } },
    });
  }
  expect(await sql('select from events where operator_id = $1', [key.operatorId])).toEqual([]);
});

test('a test is made once per Idempotency-Key, and refused for a type that does not exist', async () => {
  const { key, id } = await newWebhook({ events: ['lot.updated'] });
  const headers = { 'idempotency-key': 'try' };
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => post(key, `/${id}/test`, {}, headers)),
  );
  const { delivery } = answers[0]?.body ?? {};
  for (const { status, body } of answers) expect([status, body]).toEqual([202, { delivery }]);
  expect(delivery.type).toBe('lot.updated');
  expect((await oneOf(key, id)).id).toBe(delivery.id);
  const other = await post(key, `/${id}/test`, { type: 'session.ended' }, headers);
  expect(reasonOf(other)).toEqual([409, 'idempotency_mismatch']);
  expect(fieldsOf(await post(key, `/${id}/test`, { type: 'x' }))).toEqual(['type']);
});

test('one that failed is sent again at once, with all its retries, and audited', async () => {
  const { key, id } = await newWebhook();
  await happened(key);
  await relay();
  await send({ outcome: 'failed', retry_ms: 0 });
  await send({ outcome: 'failed' });
  const failed = await oneOf(key, id);
  const answer = await again(key, id, failed.id);
  expect(answer.status, answer.text).toBe(202);
  const { attempts, ...rest } = failed;
  expect(answer.body.delivery).toEqual({
    ...rest,
    status: 'pending',
    next_attempt_at: expect.stringMatching(/Z$/),
    finished_at: null,
  });
  expect(await send()).toMatchObject([{ deliveryId: failed.id, tryCount: 0 }]);
  expect(await oneOf(key, id)).toMatchObject({
    status: 'delivered',
    attempts: [...attempts, ATTEMPT],
  });
  expect((await audits(id)).at(-1)).toMatchObject({
    action: 'webhook.redelivered',
    diff: { after: { delivery_id: failed.id } },
  });
});

test('one that waits for a retry is due at once; one that is being sent stays as it is', async () => {
  const { key, id } = await newWebhook();
  await happened(key);
  await relay();
  await send({ outcome: 'failed', retry_ms: 3_600_000 });
  expect(await claim()).toEqual([]);
  const { id: deliveryId } = await oneOf(key, id);
  expect((await again(key, id, deliveryId)).status).toBe(202);
  const [claimed] = await claim();
  expect(claimed).toMatchObject({ deliveryId, tryCount: 0 });
  const leases = () =>
    sql('select lease, lease_ends_at from deliveries where delivery_id = $1', [deliveryId]);
  const before = await leases();
  const answer = await again(key, id, deliveryId);
  expect([answer.status, answer.body.delivery.next_attempt_at]).toEqual([202, null]);
  expect(await leases()).toEqual(before);
  const redelivered = (await audits(id)).filter(({ action }) => action === 'webhook.redelivered');
  expect(redelivered).toHaveLength(1);
});

test('a repeat with the same Idempotency-Key sends nothing again', async () => {
  const { key, id } = await newWebhook();
  await happened(key);
  await relay();
  await send();
  const { id: deliveryId } = await oneOf(key, id);
  const headers = { 'idempotency-key': 'again' };
  const first = await again(key, id, deliveryId, headers);
  await send();
  const repeated = await again(key, id, deliveryId, headers);
  expect(repeated.headers['idempotent-replayed']).toBe('true');
  expect(repeated.body).toEqual(first.body);
  expect(await claim()).toEqual([]);
});

test('a paused webhook is sent nothing by hand; resumed, what was canceled can be sent', async () => {
  const { key, id } = await newWebhook();
  await happened(key);
  await relay();
  const { id: deliveryId } = await oneOf(key, id);
  await patch(key, id, { status: 'paused' });
  const since = new Date(Date.now() - 60_000).toISOString();
  for (const answer of [
    await again(key, id, deliveryId),
    await post(key, `/${id}/test`, {}),
    await post(key, `/${id}/replay`, { since }),
  ])
    expect(reasonOf(answer)).toEqual([409, 'webhook_paused']);
  await patch(key, id, { status: 'active' });
  expect(await claim()).toEqual([]);
  expect((await again(key, id, deliveryId)).body.delivery.status).toBe('pending');
  expect(await send()).toMatchObject([{ deliveryId }]);
});

test('an event of more than 30 days ago is not sent again', async () => {
  const { key, id } = await newWebhook();
  const eventId = await happened(key);
  await relay();
  await send();
  const { id: deliveryId } = await oneOf(key, id);
  await sql(`update events set created_at = now() - interval '30 days' where event_id = $1`, [
    eventId,
  ]);
  const answer = await again(key, id, deliveryId);
  expect([answer.status, answer.body.error.details]).toEqual([
    409,
    { reason: 'event_too_old', kept_days: 30 },
  ]);
  const { delivery } = (await post(key, `/${id}/test`, {})).body;
  await send();
  expect((await again(key, id, delivery.id)).status).toBe(202);
  await send();
  await sql('delete from event_bodies where event_id = $1', [delivery.event_id]);
  expect(reasonOf(await again(key, id, delivery.id))).toEqual([409, 'event_too_old']);
});

test('answers to events of an erased vehicle are gone, and shown as null', async () => {
  const { key, id } = await newWebhook();
  await happened(key);
  await relay();
  await send();
  await sql(
    `update deliveries set attempts = '[{"at": "2026-11-20T12:00:00.000Z", "ms": 1,
    "status": 200, "failure": null}]' where webhook_id = $1`,
    [id],
  );
  expect((await oneOf(key, id)).attempts).toMatchObject([{ answer: null }]);
});

test('failures pause a webhook, whoever asked for the attempts', async () => {
  const { key, id } = await newWebhook();
  for (let i = 0; i < FAILURES_MAX; i++) await post(key, `/${id}/test`, {});
  await send({ outcome: 'failed' });
  expect((await get(key, `/${id}`)).body.webhook.status).toBe('paused');
});
