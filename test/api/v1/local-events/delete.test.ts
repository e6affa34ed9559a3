import { afterAll, expect, test } from 'vitest';
import type { TestKey } from '../../client.ts';
import { openLocalEvents } from './operator.ts';

const { api, newKey, newOperator, lotOf, get, remove, list, made, audits } =
  await openLocalEvents();
afterAll(() => api.stop());

test('a deleted local event is gone for everyone, and audited once; its row stays', async () => {
  const key = await newOperator();
  const id = await made(key);
  const gone = await remove(key, id);
  expect([gone.status, gone.text]).toEqual([204, '']);
  expect((await remove(key, id)).status).toBe(404);
  expect((await get(key, id)).status).toBe(404);
  expect((await list(key)).body.data).toEqual([]);
  const [, deleted, ...more] = await audits(id);
  expect(more).toEqual([]);
  expect(deleted).toMatchObject({
    action: 'local_event.deleted',
    actor_id: key.keyId,
    request_id: gone.headers['x-request-id'],
    diff: { before: { deleted_at: null }, after: { deleted_at: expect.any(String) } },
  });
  const rows = await api.database.sql('select name from local_events where event_id = $1', [id]);
  expect(rows).toEqual([{ name: 'Cup final' }]);
});

test("other operators' local events, the other world's and invalid ids are 404 alike", async () => {
  const key = await newOperator();
  const id = await made(key);
  const stranger = await newOperator();
  const sandbox = await newKey({ operatorId: key.operatorId, mode: 'test' });
  const calls: [string, TestKey][] = [
    [id, stranger],
    [id, sandbox],
    ['00000000-0000-0000-0000-000000000000', key],
    ['no-uuid', key],
  ];
  for (const [one, as] of calls)
    for (const answer of [await get(as, one), await remove(as, one)])
      expect([answer.status, answer.body?.error]).toMatchObject([
        404,
        { code: 'NOT_FOUND', message: 'no such local event' },
      ]);
  expect((await get(key, id)).status).toBe(200);
  expect(await audits(id)).toHaveLength(1);
});

test('a test key has local events of its own, which no live key sees', async () => {
  const key = await newOperator();
  const sandbox = await newKey({ operatorId: key.operatorId, mode: 'test' });
  await lotOf(key, { livemode: false });
  const id = await made(sandbox);
  expect((await get(sandbox, id)).status).toBe(200);
  expect((await get(key, id)).status).toBe(404);
  expect((await list(key)).body.data).toEqual([]);
  expect((await remove(key, id)).status).toBe(404);
  expect((await remove(sandbox, id)).status).toBe(204);
});

test('a key deletes with lots:write, reads with lots:read, and does neither for a fleet', async () => {
  const key = await newOperator();
  const id = await made(key);
  const { operatorId } = key;
  const statuses = async (as: TestKey) =>
    Promise.all([get(as, id), list(as), remove(as, id)]).then((all) =>
      all.map(({ status }) => status),
    );
  expect(await statuses(await newKey({ operatorId, scopes: ['lots:read'] }))).toEqual([
    200, 200, 403,
  ]);
  expect(await statuses(await newKey({ operatorId, fleetId: 'north' }))).toEqual([403, 403, 403]);
  const writer = await newKey({ operatorId, scopes: ['lots:write'] });
  expect((await get(writer, id)).status).toBe(403);
  expect((await remove(writer, id)).status).toBe(204);
});
