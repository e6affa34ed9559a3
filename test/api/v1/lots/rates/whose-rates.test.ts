import { afterAll, beforeAll, expect, test } from 'vitest';
import { inHours, openStage, type Stage } from '../../../stage.ts';
import { ratesOf } from './rates-of.ts';

const RULES = {
  floor_rate: 4,
  ceiling_rate: 12,
  occupancy: {},
  surge: { max_multiplier: 1.2 },
  events: [
    {
      name: 'Fair',
      starts_at: '2030-01-01T00:00:00Z',
      ends_at: '2030-01-02T00:00:00Z',
      multiplier: 2,
    },
  ],
};

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());

const { changesOf, get, newLot, posted, put } = ratesOf(() => stage);

test("other operators' lots, the other world's and unknown ones are 404 and keep their rate", async () => {
  const lotId = await newLot();
  const stranger = await stage.api.createKey();
  const sandbox = await stage.newKey({ mode: 'test' });
  const answers = [
    await put(lotId, {}, stranger),
    await put(lotId, { effective_from: inHours(1) }, stranger),
    await put(lotId, {}, sandbox),
    await put('0199a0a0-0000-7000-8000-000000000000', {}),
    await put('nowhere', {}),
    await get('nowhere'),
    await get(lotId, sandbox),
  ];
  for (const { status, body } of answers)
    expect({ status, code: body.error.code }).toEqual({ status: 404, code: 'NOT_FOUND' });
  expect(await changesOf(lotId)).toEqual([]);
});

test('reading needs lots:read, which any operator may have; posting needs lots:write', async () => {
  const lotId = await newLot();
  const reader = await stage.api.createKey({ scopes: ['lots:read'] });
  const writer = await stage.newKey({ scopes: ['lots:write'] });
  expect((await get(lotId, reader)).status).toBe(200);
  expect((await get(lotId, writer)).status).toBe(403);
  expect((await put(lotId, {}, writer)).status).toBe(200);
  const ownReader = await stage.newKey({ scopes: ['lots:read'] });
  expect((await put(lotId, {}, ownReader)).status).toBe(403);
  expect((await stage.api.request('GET', `/api/v1/lots/${lotId}/rates`)).status).toBe(401);
});

test('other callers see only the rate that applies now, without its rules', async () => {
  const lotId = await newLot();
  await posted(lotId, { dynamic: RULES });
  const later = { effective_from: inHours(5), base_rate: 7.77, dynamic: RULES };
  const own = await posted(lotId, later);
  expect(own).toMatchObject({
    current: { dynamic: { floor_rate: 4, ceiling_rate: 12 }, effective_rate: 8 },
    scheduled: [{ base_rate: 7.77 }],
  });
  expect((await get(lotId)).body.rates).toMatchObject({ ...own, as_of: expect.any(String) });
  const { operatorId } = stage.parking.caller;
  for (const stranger of [
    await stage.api.createKey(),
    await stage.api.createKey({ operatorId, fleetId: 'north' }),
  ]) {
    const { status, body } = await get(lotId, stranger);
    expect(status).toBe(200);
    expect(body.rates).toEqual({
      ...own,
      current: { ...own.current, dynamic: null },
      scheduled: [],
      as_of: expect.any(String),
    });
  }
  const writer = await stage.api.createKey({ operatorId, scopes: ['lots:write'] });
  expect((await get(lotId, writer)).status).toBe(403);
  expect((await stage.api.request('GET', `/api/v1/lots/${lotId}/rates`)).status).toBe(401);
});

test('only the operator of an unlisted lot reads and posts its rates', async () => {
  const lotId = await newLot({ is_listed: false });
  expect((await posted(lotId, { base_rate: 6 })).current.base_rate).toBe(6);
  expect((await get(lotId)).body.rates.current.base_rate).toBe(6);
  const stranger = await stage.api.createKey();
  expect((await get(lotId, stranger)).status).toBe(404);
  expect((await put(lotId, {}, stranger)).status).toBe(404);
  expect((await get(lotId, await stage.newKey({ mode: 'test' }))).status).toBe(404);
});
