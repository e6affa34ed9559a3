import { afterAll, describe, expect, test } from 'vitest';
import type { TestKey } from '../../client.ts';
import { BUDGETS, openOperator } from './operator.ts';

const { api, key, call, post, patch, remove, get, lotOf, park, end, audits, events } =
  await openOperator();
afterAll(() => api.stop());

describe('a deleted lot', () => {
  test('is gone for everyone, and audited and announced once', async () => {
    const lot = await lotOf();
    const gone = await remove(lot.id);
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await remove(lot.id)).status).toBe(404);
    expect((await patch(lot.id, { name: 'Back' })).status).toBe(404);
    expect((await get(lot.id)).status).toBe(404);
    const [, deleted, ...more] = await audits(lot.id);
    expect(more).toEqual([]);
    expect(deleted).toMatchObject({
      action: 'lot.deleted',
      actor_id: key.keyId,
      diff: {
        before: { deleted_at: null },
        after: { lot_id: lot.id, name: 'Lot', deleted_at: expect.any(String) },
      },
    });
    const deletedAt = new Date(deleted.diff.after.deleted_at).toISOString();
    expect(await events(lot.id)).toEqual([
      {
        type: 'lot.updated',
        data: {
          lot_id: lot.id,
          changed: ['deleted_at'],
          before: { deleted_at: null },
          after: { deleted_at: deletedAt },
        },
      },
    ]);
  });

  test('has no stays under way, otherwise it is 409; its past stays remain', async () => {
    const lot = await lotOf({ base_rate: 1 });
    const session = await park(lot.id);
    const refused = await remove(lot.id);
    expect([refused.status, refused.body.error.details]).toEqual([409, { reason: 'in_use' }]);
    await end(session);
    expect((await remove(lot.id)).status).toBe(204);
    const path = `/api/v1/sessions/${session.id}`;
    expect((await api.request('GET', path, { key: key.secret })).status).toBe(200);
  });
});

describe('who may change a lot', () => {
  test("other operators' lots, the other world and invalid ids are 404 alike", async () => {
    const lot = await lotOf();
    const stranger = await api.createKey({ rateLimits: BUDGETS });
    const sandbox = await api.createKey({ operatorId: key.operatorId, mode: 'test' });
    const calls: [string, TestKey][] = [
      [lot.id, stranger],
      [lot.id, sandbox],
      ['00000000-0000-0000-0000-000000000000', key],
      ['no-uuid', key],
    ];
    for (const [id, as] of calls)
      for (const answer of [
        await patch(id, { name: 'Mine now' }, as),
        await remove(id, as),
        await call('POST', `/${id}/occupancy`, { occupied: 1 }, as),
      ])
        expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
    expect((await get(lot.id)).body.lot.name).toBe('Lot');
    expect(await audits(lot.id)).toHaveLength(1);
  });

  test('a key without lots:write changes nothing; a fleet key with it may change lots', async () => {
    const lot = await lotOf();
    const reader = await api.createKey({ operatorId: key.operatorId, scopes: ['lots:read'] });
    const refused = await Promise.all([
      post({}, reader),
      patch(lot.id, { name: 'x' }, reader),
      remove(lot.id, reader),
      call('POST', '/batch', [], reader),
      call('POST', `/${lot.id}/occupancy`, { occupied: 1 }, reader),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    const fleet = await api.createKey({ operatorId: key.operatorId, fleetId: 'fleet-7' });
    expect((await patch(lot.id, { name: 'Fleet' }, fleet)).status).toBe(200);
  });
});
