import { afterAll, expect, test } from 'vitest';
import { writeCursor } from '../../../../src/kit/page.ts';
import { FAILURES_MAX } from '../../../../src/outbound/webhooks/webhook.ts';
import type { TestKey } from '../../client.ts';
import { fieldsOf } from '../../stage.ts';
import { openWebhooks } from './operator.ts';

const { api, newKey, get, patch, post, remove, made, happened, relay, claim, send, audits, call } =
  await openWebhooks();
afterAll(() => api.stop());

const rowOf = async (id: string) => {
  const [row] = await api.database.sql<{
    round: number;
    active_since: Date;
    deleted_at: Date | null;
  }>('select round, active_since, deleted_at from webhooks where webhook_id = $1', [id]);
  return row ?? expect.unreachable();
};
const listOf = async (key: TestKey, query = {}) => {
  const { status, body, text } = await get(key, '', { limit: 100, ...query });
  expect(status, text).toBe(200);
  return body.data;
};

test('webhooks are listed newest first, page by page, each as looking it up answers', async () => {
  const key = await newKey();
  const ids = [];
  for (let i = 0; i < 5; i++) ids.push((await made(key)).id);
  const listed = await listOf(key);
  expect(listed.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed());
  for (const shown of listed) expect((await get(key, `/${shown.id}`)).body.webhook).toEqual(shown);
  const first = await get(key, '', { limit: 2 });
  const second = await get(key, '', { limit: 3, cursor: first.body.next_cursor });
  expect([...first.body.data, ...second.body.data]).toEqual(listed);
  expect(second.body).toMatchObject({ has_more: false, next_cursor: null });
  for (const [field, query] of [
    ['cursor', { cursor: writeCursor({ createdUs: 1, id: 'ses_1' }) }],
    ['limit', { limit: 101 }],
    ['status', { status: 'active' }],
  ] as const)
    expect(fieldsOf(await get(key, '', query))).toEqual([field]);
});

test('a change is audited with what changed; one that changes nothing writes nothing', async () => {
  const key = await newKey();
  const before = await made(key, { events: ['lot.updated', 'session.ended'] });
  const same = { events: ['session.ended', 'lot.updated'], url: before.url, status: 'active' };
  for (const body of [{}, same, { description: null }, { description: '  ' }]) {
    const { body: told } = await patch(key, before.id, body);
    expect(told.webhook.updated_at, JSON.stringify(body)).toBe(before.updated_at);
  }
  expect(await audits(before.id)).toHaveLength(1);
  const { status, body, headers } = await patch(key, before.id, {
    url: 'https://other.example.com/x',
    events: ['session.ended'],
    description: 'New',
  });
  expect(status).toBe(200);
  expect(body.webhook).toMatchObject({ url: 'https://other.example.com/x', description: 'New' });
  expect(body.webhook.updated_at).not.toBe(before.updated_at);
  expect((await audits(before.id))[1]).toMatchObject({
    action: 'webhook.updated',
    actor_id: key.keyId,
    request_id: headers['x-request-id'],
    diff: {
      before: { url: before.url, events: ['session.ended', 'lot.updated'], description: null },
      after: {
        url: 'https://other.example.com/x',
        events: ['session.ended'],
        description: 'New',
      },
    },
  });
  await patch(key, before.id, { description: null });
  expect((await get(key, `/${before.id}`)).body.webhook.description).toBeNull();
});

test.each<[string, object]>([
  ['url', { url: 'http://hooks.example.com' }],
  ['events', { events: [] }],
  ['events.0', { events: ['session.begun'] }],
  ['status', { status: 'gone' }],
  ['description', { description: 'x'.repeat(201) }],
  ['secret', { secret: 'mine' }],
])('400 names %s in a change to %j', async (field, body) => {
  const key = await newKey();
  const { id } = await made(key);
  expect(fieldsOf(await patch(key, id, body))).toEqual([field]);
  expect(await audits(id)).toHaveLength(1);
});

test('a pause cancels what waits, and resuming sends only what happens from then on', async () => {
  const key = await newKey();
  const { id } = await made(key);
  await happened(key);
  await relay();
  const paused = await patch(key, id, { status: 'paused' });
  expect(paused.body.webhook).toMatchObject({
    status: 'paused',
    pause_reason: 'operator',
    paused_at: paused.body.webhook.updated_at,
  });
  expect((await rowOf(id)).round).toBe(2);
  expect((await patch(key, id, { status: 'paused' })).body).toEqual(paused.body);
  expect((await rowOf(id)).round).toBe(2);
  await happened(key);
  await relay();
  expect(await claim()).toEqual([]);
  const [waiting, ...more] = (await get(key, `/${id}/deliveries`)).body.data;
  expect([waiting.status, waiting.next_attempt_at, more]).toEqual(['canceled', null, []]);

  const resumed = await patch(key, id, { status: 'active' });
  expect(resumed.body.webhook).toMatchObject({
    status: 'active',
    pause_reason: null,
    paused_at: null,
  });
  expect(await claim()).toEqual([]);
  const eventId = await happened(key);
  await relay();
  expect(await send()).toMatchObject([{ eventId }]);
  expect((await audits(id)).map(({ diff }) => diff.after)).toMatchObject([
    { status: 'active' },
    { status: 'paused', pause_reason: 'operator' },
    { status: 'active', pause_reason: null },
  ]);
});

test('resuming one that failed, or a new url, begins without failures', async () => {
  const key = await newKey();
  const { id } = await made(key);
  const fail = async (count: number) => {
    for (let i = 0; i < count; i++) {
      await happened(key);
      await relay();
      await send({ outcome: 'failed' });
    }
    return (await get(key, `/${id}`)).body.webhook;
  };
  expect((await fail(3)).consecutive_failures).toBe(3);
  const moved = await patch(key, id, { url: 'https://new.example.com' });
  expect(moved.body.webhook.consecutive_failures).toBe(0);
  expect(await fail(FAILURES_MAX)).toMatchObject({ status: 'paused', pause_reason: 'failures' });
  const { body } = await patch(key, id, { status: 'active' });
  expect(body.webhook).toMatchObject({ status: 'active', consecutive_failures: 0 });
});

test('a deleted webhook is gone for everyone, gets nothing, and is audited once; its row stays', async () => {
  const key = await newKey();
  const { id } = await made(key);
  await happened(key);
  await relay();
  const gone = await remove(key, id);
  expect([gone.status, gone.text]).toEqual([204, '']);
  expect(await claim()).toEqual([]);
  for (const [method, path, body] of [
    ['DELETE', `/${id}`],
    ['GET', `/${id}`],
    ['GET', `/${id}/deliveries`],
    ['PATCH', `/${id}`, { status: 'paused' }],
    ['POST', `/${id}/rotate-secret`],
    ['POST', `/${id}/test`, {}],
    ['POST', `/${id}/replay`, { since: new Date().toISOString() }],
  ] as const)
    expect((await call(method, path, key, { ...(body && { body }) })).status, path).toBe(404);
  expect(await listOf(key)).toEqual([]);
  const [, deleted, ...more] = await audits(id);
  expect(more).toEqual([]);
  expect(deleted).toMatchObject({
    action: 'webhook.deleted',
    actor_id: key.keyId,
    diff: { before: { deleted_at: null }, after: { deleted_at: expect.any(String) } },
  });
  expect((await rowOf(id)).deleted_at).not.toBeNull();
});

test("other operators' webhooks, the other world's and invalid ids are 404 alike", async () => {
  const key = await newKey();
  const { id } = await made(key);
  const stranger = await newKey();
  const sandbox = await newKey({ operatorId: key.operatorId, mode: 'test' });
  const calls: [string, TestKey][] = [
    [id, stranger],
    [id, sandbox],
    [`wh_${'0'.repeat(32)}`, key],
    ['no-id', key],
  ];
  for (const [one, as] of calls)
    for (const answer of [
      await get(as, `/${one}`),
      await remove(as, one),
      await patch(as, one, { url: 'http://wrong' }),
      await post(as, `/${one}/rotate-secret`),
    ])
      expect([answer.status, answer.body?.error]).toMatchObject([
        404,
        { code: 'NOT_FOUND', message: 'no such webhook' },
      ]);
  expect(await listOf(stranger)).toEqual([]);
  expect(await listOf(sandbox)).toEqual([]);
  expect(await audits(id)).toHaveLength(1);
});

test('test keys have webhooks of their own, which get events of the test world only', async () => {
  const key = await newKey();
  const sandbox = await newKey({ operatorId: key.operatorId, mode: 'test' });
  const [live, test] = [await made(key), await made(sandbox)];
  const liveEvent = await happened(key);
  const testEvent = await happened(key, 'occupancy.changed', { livemode: false });
  await relay();
  const eventsOf = async (as: TestKey, id: string) =>
    (await get(as, `/${id}/deliveries`)).body.data.map(
      ({ event_id }: { event_id: string }) => event_id,
    );
  expect(await eventsOf(key, live.id)).toEqual([liveEvent]);
  expect(await eventsOf(sandbox, test.id)).toEqual([testEvent]);
});

test('reading needs webhooks:read, writing webhooks:write, and a fleet may neither', async () => {
  const key = await newKey();
  const { id } = await made(key);
  const { operatorId } = key;
  const statuses = async (as: TestKey) => [
    (await get(as, '')).status,
    (await get(as, `/${id}`)).status,
    (await get(as, `/${id}/deliveries`)).status,
    (await patch(as, id, { description: 'x' })).status,
    (await post(as, `/${id}/test`, {})).status,
  ];
  const reader = await newKey({ operatorId, scopes: ['webhooks:read'] });
  expect(await statuses(reader)).toEqual([200, 200, 200, 403, 403]);
  const writer = await newKey({ operatorId, scopes: ['webhooks:write'] });
  expect(await statuses(writer)).toEqual([403, 403, 403, 200, 202]);
  const fleet = await newKey({ operatorId, fleetId: 'north' });
  expect(await statuses(fleet)).toEqual([403, 403, 403, 403, 403]);
});
