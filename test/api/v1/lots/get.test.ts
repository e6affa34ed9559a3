import { afterAll, beforeAll, expect, test } from 'vitest';
import { addLot } from '../../../stage/fixtures.ts';
import { startTestApi, type TestApi, type TestKey } from '../../client.ts';

let api: TestApi;
let key: TestKey;
beforeAll(async () => {
  api = await startTestApi();
  key = await api.createKey();
});
afterAll(() => api.stop());

const newLot = (more: object = {}) =>
  addLot(api.database, { operator_id: key.operatorId, ...more });
const get = (id: string, secret?: string) =>
  api.request('GET', `/api/v1/lots/${id}`, { key: secret });

test('a lot is shown to anyone, in units of its currency', async () => {
  const id = await newLot({ currency: 'jpy', rate_minor: 300, max_daily_minor: 2000 });
  const { status, body } = await get(id);
  expect(status).toBe(200);
  expect(body.lot).toMatchObject({
    id,
    name: expect.stringMatching(/^Test lot/),
    base_rate: 300,
    max_daily_rate: 2000,
    currency: 'jpy',
    status: 'active',
    url: `${api.app.config.baseUrl}/api/v1/lots/${id}`,
  });
  expect(body.lot).not.toHaveProperty('entry_instructions');
  expect((await get(id.toUpperCase())).body).toEqual(body);
});

test('a closed lot is shown as closed', async () => {
  expect((await get(await newLot({ status: 'closed' }))).body.lot.status).toBe('closed');
});

/** The fields that only the operator of a lot sees. */
const OWNERS = {
  ref: 'gate-1',
  is_listed: false,
  access: { gate_code: '4711', notes: null },
};

test("its operator sees the operator's fields, and a lot that is not listed", async () => {
  const more = { ref: 'gate-1', entry_instructions: { gate_code: '4711' } };
  const id = await newLot({ ...more, is_listed: false });
  const { operatorId } = key;
  for (const scopes of [['lots:read'], ['lots:write']]) {
    const own = await api.createKey({ operatorId, scopes });
    expect((await get(id, own.secret)).body.lot).toMatchObject(OWNERS);
    expect((await get(id.toUpperCase(), own.secret)).body.lot).toMatchObject(OWNERS);
  }
  const listed = await newLot({ ...more, ref: 'gate-2' });
  expect((await get(listed, key.secret)).body.lot).toMatchObject({
    ...(await get(listed)).body.lot,
    is_listed: true,
    access: { gate_code: '4711' },
  });
});

test("other operators do not see the operator's fields", async () => {
  const { operatorId } = key;
  const access = { entry_instructions: { gate_code: 'gate-4711' } };
  const listed = await newLot({ ...access, ref: 'gate-3' });
  const hidden = await newLot({ ...access, is_listed: false });
  const everybodys = (await get(listed)).body;
  for (const stranger of [
    await api.createKey(),
    await api.createKey({ operatorId, fleetId: 'north' }),
    await api.createKey({ operatorId, scopes: ['sessions:read', 'sessions:write'] }),
  ]) {
    expect((await get(listed, stranger.secret)).body).toEqual(everybodys);
    expect((await get(hidden, stranger.secret)).status).toBe(404);
  }
  expect(JSON.stringify(everybodys)).not.toContain('gate-4711');
  for (const name of ['ref', 'is_listed', 'hold_limits', 'occupancy_thresholds', 'access'])
    expect(everybodys.lot).not.toHaveProperty(name);
});

test('unknown, deleted and unlisted lots and those of the other world are 404 alike', async () => {
  const testKey = await api.createKey({ mode: 'test' });
  const live = await newLot();
  const testLot = await newLot({ livemode: false });
  const deleted = await newLot();
  await api.database.sql('update lots set deleted_at = now() where lot_id = $1', [deleted]);
  const missing: [string, string?][] = [
    ['00000000-0000-0000-0000-000000000000'],
    ['no-uuid'],
    [deleted],
    [await newLot({ is_listed: false })],
    [deleted, key.secret],
    [testLot],
    [testLot, key.secret],
    [live, testKey.secret],
  ];
  for (const [id, secret] of missing) {
    const { status, body } = await get(id, secret);
    expect([status, body.error.code], id).toEqual([404, 'NOT_FOUND']);
  }
  expect((await get(testLot, testKey.secret)).status).toBe(200);
});
