import { afterAll, expect, test } from 'vitest';
import { newId } from '../../../../src/access/ids.ts';
import { writeCursor } from '../../../../src/kit/page.ts';
import { openParking } from '../../../stage/parking.ts';
import type { TestKey } from '../../client.ts';
import { fieldsOf, inHours } from '../../stage.ts';
import { openWebhooks } from '../webhooks/operator.ts';

const { api, newKey, made, happened, relay, claim } = await openWebhooks();
const { sql } = api.database;
afterAll(() => api.stop());

const get = (key: TestKey, path = '', query: Record<string, string | number> = {}) =>
  api.request('GET', `/api/v1/events${path}`, { key: key.secret, query });
const listOf = async (key: TestKey, query = {}) => {
  const { status, body, text } = await get(key, '', { limit: 100, ...query });
  expect(status, text).toBe(200);
  return body.data;
};
const idsOf = async (key: TestKey, query = {}) =>
  (await listOf(key, query)).map(({ id }: { id: string }) => id);

test('events are listed newest first, each as looking it up answers and as webhooks get it', async () => {
  const parking = await openParking(api.database);
  const key = await newKey({ operatorId: parking.caller.operatorId });
  await made(key);
  const stay = await parking.park(await parking.addLot(), { plate: 'EVENT1' });
  await parking.end(stay);
  await relay();
  const sent = (await claim()).map(({ body }) => JSON.parse(body));
  const listed = await listOf(key);
  expect(listed.map(({ type }: { type: string }) => type).toSorted()).toEqual(
    expect.arrayContaining(['payment.completed', 'session.created', 'session.ended']),
  );
  const inOrder = (events: { id: string }[]) =>
    events.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  expect(inOrder(listed)).toEqual(inOrder(sent));
  const times = listed.map((one: { created_at: string }) => one.created_at);
  expect(times).toEqual(times.toSorted().toReversed());
  for (const event of listed) expect((await get(key, `/${event.id}`)).body).toEqual({ event });
  const { data } = listed.find(({ type }: { type: string }) => type === 'session.ended');
  expect(data).toMatchObject({ vehicle_plate: 'EVENT1', session_id: stay.sessionId });
  expect(data).not.toHaveProperty('vehicle_id');
});

test('the plate is null once the vehicle is erased', async () => {
  const key = await newKey();
  const data = { vehicle_id: 987_654_321 };
  const id = await happened(key, 'occupancy.changed', { data });
  const { event } = (await get(key, `/${id}`)).body;
  expect(event.data).toMatchObject({ vehicle_plate: null });
  expect(event.data).not.toHaveProperty('vehicle_id');
  await sql('delete from events where event_id = $1', [id]);
});

test('a list keeps those of a type and of a time, page by page', async () => {
  const key = await newKey();
  const change = { data: { changed: ['name'], before: {}, after: {} } };
  const old = await happened(key, 'occupancy.changed', { ago: '3 hours' });
  const middle = await happened(key, 'lot.updated', { ago: '2 hours', ...change });
  const last = await happened(key, 'occupancy.changed', { ago: '1 hour' });
  expect(await idsOf(key)).toEqual([last, middle, old]);
  expect(await idsOf(key, { type: 'occupancy.changed' })).toEqual([last, old]);
  expect(await idsOf(key, { created_after: inHours(-2.5) })).toEqual([last, middle]);
  expect(await idsOf(key, { created_before: inHours(-1.5) })).toEqual([middle, old]);
  const first = await get(key, '', { limit: 2 });
  const rest = await get(key, '', { limit: 2, cursor: first.body.next_cursor });
  expect(rest.body).toMatchObject({ data: [{ id: old }], has_more: false, next_cursor: null });
  await sql('delete from events where operator_id = $1', [key.operatorId]);
});

test("other operators' events, the other world's and unknown ids are 404 alike", async () => {
  const key = await newKey();
  const id = await happened(key);
  const sandbox = await newKey({ operatorId: key.operatorId, mode: 'test' });
  for (const [one, as] of [
    [id, await newKey()],
    [id, sandbox],
    [newId('evt'), key],
    ['no-id', key],
  ] as const) {
    const { status, body } = await get(as, `/${one}`);
    expect([status, body.error]).toMatchObject([
      404,
      { code: 'NOT_FOUND', message: 'no such event' },
    ]);
  }
  expect(await idsOf(sandbox)).toEqual([]);
  expect(await idsOf(key)).toEqual([id]);
});

test('reading needs webhooks:read, and a fleet may not', async () => {
  const { operatorId } = await newKey();
  const statuses = async (key: TestKey) => [
    (await get(key)).status,
    (await get(key, `/${newId('evt')}`)).status,
  ];
  expect(await statuses(await newKey({ operatorId, scopes: ['webhooks:read'] }))).toEqual([
    200, 404,
  ]);
  expect(await statuses(await newKey({ operatorId, scopes: ['webhooks:write'] }))).toEqual([
    403, 403,
  ]);
  expect(await statuses(await newKey({ operatorId, fleetId: 'north' }))).toEqual([403, 403]);
});

test.each<[string, Record<string, string | number>]>([
  ['type', { type: 'session.begun' }],
  ['created_after', { created_after: '2026-11-20' }],
  ['cursor', { cursor: writeCursor({ createdUs: 1, id: 'ses_1' }) }],
  ['limit', { limit: 101 }],
])('400 names %s in %j', async (field, query) => {
  expect(fieldsOf(await get(await newKey(), '', query))).toEqual([field]);
});
