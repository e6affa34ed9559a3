import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateOperator } from '../../../../src/access/operators/update-operator.ts';
import { PLAN_LIMITS } from '../../../../src/access/plans/plan-limits.ts';
import { PLANS } from '../../../../src/access/plans/plan-prices.ts';

import { addManyLots } from '../../../stage/many-lots.ts';
import { untilHolds } from '../../../stage/until-holds.ts';
import { type NewTestKey, startTestApi, type TestApi, type TestKey } from '../../client.ts';

const BATCH = '/api/v1/lots/batch';
const MINUTE_MS = 60_000;
const { lots_max, rows_per_minute, batches_per_minute, bytes_per_minute } = PLAN_LIMITS.free;
const KEY_COUNT = 10;

// It stands still, so that no budget is refilled between two calls.
const clock = { ms: Date.now(), now: () => clock.ms };

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ clock });
});
afterAll(() => api.stop());

/** Ten keys of one operator of the free plan. */
async function newStranger(more: NewTestKey = {}): Promise<TestKey[]> {
  const first = await api.createKey({ plan: 'free', ...more });
  const { operatorId } = first;
  const others = Array.from({ length: KEY_COUNT - 1 }, () =>
    api.createKey({ ...more, operatorId }),
  );
  return [first, ...(await Promise.all(others))];
}

let lotCount = 0;
const lot = () => ({ name: `Lot ${++lotCount}`, lat: 41.2, lng: -99.61, total_spaces: 1 });
const lotsOf = (count: number) => Array.from({ length: count }, lot);
const toLine = (row: object) => JSON.stringify(row);
const send = (key: TestKey | undefined, body: object[], query = {}) =>
  api.request('POST', BATCH, { key: key?.secret, body, query });
const sendLines = (key: TestKey | undefined, rows: object[]) =>
  api.request('POST', BATCH, {
    key: key?.secret,
    raw: rows.map(toLine).join('\n'),
    headers: { 'content-type': 'application/x-ndjson' },
  });
const create = (key: TestKey | undefined) =>
  api.request('POST', '/api/v1/lots', { key: key?.secret, body: lot() });

/** As if they had been listed long ago. */
const addLots = (key: TestKey | undefined, count: number) =>
  addManyLots(api.database, { operatorId: key?.operatorId ?? '', count });

async function countLots(key: TestKey | undefined): Promise<number> {
  const [row] = await api.database.sql<{ count: number }>(
    'select count(*)::integer from lots where operator_id = $1 and deleted_at is null',
    [key?.operatorId],
  );
  return row?.count ?? 0;
}

test('ten keys of a free account list no more lots than its plan, whatever they send', async () => {
  const keys = await newStranger();
  const ROWS = rows_per_minute / 4;
  for (let minute = 0; minute < 3; minute += 1) {
    const answers = await Promise.all(keys.map((key) => send(key, lotsOf(ROWS))));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(KEY_COUNT - rows_per_minute / ROWS);
    clock.ms += MINUTE_MS;
  }
  expect(await countLots(keys[0])).toBe(lots_max);
  const { status, body } = await create(keys[3]);
  expect({ status, ...body.error }).toMatchObject({
    status: 409,
    code: 'CONFLICT',
    message: expect.stringContaining('1,000 lots of the Free plan'),
    details: { reason: 'lot_limit', lots_max, plan: 'free' },
  });
});

test('a batch beyond the plan is written as far as it may, row by row, or not at all', async () => {
  const [key] = await newStranger();
  await addLots(key, lots_max - 2);
  const refs = [{ ref: 'a' }, { ref: 'b' }, { ref: 'c' }].map((more) => ({ ...lot(), ...more }));
  const all = await send(key, refs, { all_or_nothing: true });
  expect([all.status, all.body.error.details]).toEqual([
    409,
    { reason: 'lot_limit', lots_max, plan: 'free' },
  ]);
  expect(await countLots(key)).toBe(lots_max - 2);
  const { body } = await send(key, refs);
  expect(body).toMatchObject({ created: 2, rejected: 1 });
  expect(body.results[2]).toMatchObject({
    row: 3,
    status: 'rejected',
    field: 'row',
    reason: expect.stringContaining('1,000 lots of the Free plan'),
  });
  // What is there may be changed, and makes room when it is deleted.
  const renamed = refs.slice(0, 2).map((one) => ({ ...one, name: 'Renamed' }));
  expect((await send(key, renamed)).body).toMatchObject({ updated: 2, rejected: 0 });
  expect((await create(key)).status).toBe(409);
  const path = `/api/v1/lots/${body.results[0].id}`;
  expect((await api.request('DELETE', path, { key: key?.secret })).status).toBe(204);
  expect((await create(key)).status).toBe(201);
});

test('each world and each operator has limits of its own, and a higher plan higher ones', async () => {
  const [key] = await newStranger();
  await addLots(key, lots_max);
  expect((await create(key)).status).toBe(409);
  const tester = await api.createKey({ operatorId: key?.operatorId ?? '', mode: 'test' });
  expect((await create(tester)).status).toBe(201);
  expect((await create(await api.createKey({ plan: 'free' }))).status).toBe(201);
  await updateOperator(api.database.owner, {
    operatorId: key?.operatorId ?? '',
    plan: 'starter',
    actorId: 'test',
  });
  await untilHolds(async () => expect((await create(key)).status).toBe(201));
});

test('all keys of an operator together send as many batches a minute as its plan says', async () => {
  const keys = await newStranger();
  const batches = [...keys, ...keys].map((key) => send(key, [lot()]));
  const answers = await Promise.all(batches);
  const sent = answers.filter(({ status }) => status === 200);
  expect(sent).toHaveLength(batches_per_minute);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.headers).toMatchObject({
    'x-ratelimit-limit': String(batches_per_minute),
    'x-ratelimit-remaining': '0',
    'retry-after': '6',
  });
  expect((await send(await api.createKey({ plan: 'free' }), [lot()])).status).toBe(200);
});

test('more rows than the plan ever allows are 400, more than are left 429 until they fit', async () => {
  const [key, other] = await newStranger();
  const tooMany = await send(key, lotsOf(rows_per_minute + 1));
  expect([tooMany.status, tooMany.body.error.details]).toEqual([
    400,
    [
      {
        field: 'body',
        reason: 'has 1,001 rows, more than the 1,000 rows per minute of the Free plan: split it',
      },
    ],
  ]);
  expect((await send(key, lotsOf(900))).status).toBe(200);
  const refused = await sendLines(other, lotsOf(200));
  expect(refused).toMatchObject({
    status: 429,
    headers: { 'retry-after': '6', 'x-ratelimit-limit': String(batches_per_minute) },
    body: { error: { details: { reason: 'rows_per_minute', rows_per_minute, plan: 'free' } } },
  });
  expect((await create(other)).status).toBe(201);
  clock.ms += 5_000;
  expect((await send(other, lotsOf(200))).status).toBe(429);
  clock.ms += 7_000;
  expect((await send(other, lotsOf(100))).status).toBe(200);
});

test.each(['of a stated length', 'compressed'])(
  'a body %s draws the bytes that it means, before it is parsed',
  async (how) => {
    const keys = await newStranger();
    // Not JSON, which nobody finds out once the bytes are used up.
    const raw = Buffer.from('x'.repeat(bytes_per_minute / 2));
    const call = {
      raw: how === 'compressed' ? gzipSync(raw) : raw,
      headers: {
        'content-type': 'application/json',
        ...(how === 'compressed' && { 'content-encoding': 'gzip' }),
      },
    };
    const sendRaw = (key?: TestKey) => api.request('POST', BATCH, { key: key?.secret, ...call });
    const statuses = [];
    for (const key of keys.slice(0, 3)) statuses.push((await sendRaw(key)).status);
    expect(statuses).toEqual([400, 400, 429]);
    const { headers, body } = await sendRaw(keys[4]);
    expect(body.error).toMatchObject({
      message: expect.stringContaining('2,097,152 bytes per minute of the Free plan'),
      details: { reason: 'bytes_per_minute', bytes_per_minute, plan: 'free' },
    });
    clock.ms += (Number(headers['retry-after']) - 1) * 1_000;
    expect((await sendRaw(keys[5])).status).toBe(429);
    clock.ms += 1_000;
    expect((await sendRaw(keys[6])).status).toBe(400);
  },
);

test.each(PLANS)('a key of the plan %s sees its limits', async (plan) => {
  const { secret } = await api.createKey({ plan });
  const { body } = await api.request('GET', '/api/v1/me', { key: secret });
  expect(body.plan_limits).toEqual(PLAN_LIMITS[plan]);
});
