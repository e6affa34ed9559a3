import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeCursor } from '../../../src/kit/page.ts';
import type { NewTestKey, TestKey } from '../client.ts';
import { fieldsOf, openStage, type Stage } from '../stage.ts';

const PATH = '/av-fleet/dispatch';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());

type Query = Record<string, string | number>;
type Dispatch = { id: string; allocations: { plate: string; fencing_token: number }[] };

const list = (key: TestKey, query: Query = {}, path = PATH) =>
  stage.api.request('GET', path, { key: key.secret, query });

async function idsOf(key: TestKey, query: Query = {}): Promise<string[]> {
  const { status, body, text } = await list(key, { limit: 100, ...query });
  if (status !== 200) throw new Error(text);
  return body.data.map((dispatch: Dispatch) => dispatch.id);
}

/** A new operator with a lot of 50 spaces, which sees only what its test adds. */
async function newOperator() {
  const { api, parking, newKey: keyOf } = stage;
  const { operatorId } = await api.createKey();
  const newKey = (wish: NewTestKey = {}) => keyOf({ operatorId, ...wish });
  const key = await newKey();
  const lotId = await parking.addLot({ operator_id: operatorId, total_spaces: 50 });
  async function send(fleet_id = 'north', count = 2, as = key): Promise<Dispatch> {
    const vehicles = Array.from({ length: count }, () => ({ plate: parking.newPlate() }));
    const answer = await stage.post(PATH, { fleet_id, lot_id: lotId, vehicles }, {}, as);
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body.dispatch;
  }
  const commit = ({ id, allocations }: Dispatch, count: number) =>
    stage.post(
      `${PATH}/${id}/commit`,
      {
        allocations: allocations
          .slice(0, count)
          .map(({ plate, fencing_token }) => ({ plate, fencing_token })),
      },
      {},
      key,
    );
  return { operatorId, lotId, key, newKey, send, commit };
}

test('dispatches are listed newest first, each as creating and reading it answer', async () => {
  const { key, send } = await newOperator();
  const made = [await send('north', 3), await send('south'), await send()];
  const { body } = await list(key);
  expect(body).toEqual({ data: made.toReversed(), has_more: false, next_cursor: null });
  expect((await list(key, {}, `/api/v1${PATH}`)).body).toEqual(body);
  const one = await stage.api.request('GET', `${PATH}/${made[1]?.id}`, { key: key.secret });
  expect(body.data[1]).toEqual(one.body.dispatch);
});

test('filters by fleet, status and age keep the dispatches that match all', async () => {
  const { key, send, commit } = await newOperator();
  const old = await send();
  await stage.api.database.sql(
    `update dispatches set created_at = now() - interval '2 hours' where dispatch_id = $1`,
    [old.id],
  );
  const [expired, allocated, half, committed, released, rest] = [
    await send(),
    await send('south'),
    await send(),
    await send(),
    await send(),
    await send(),
  ];
  await stage.api.database.sql(
    `update holds set expires_at = now() - interval '1 second' where dispatch_id = $1`,
    [expired.id],
  );
  await commit(half, 1);
  await commit(committed, 2);
  await commit(rest, 1);
  for (const { id } of [released, rest]) await stage.post(`${PATH}/${id}/release`, {}, {}, key);
  const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
  expect(await idsOf(key, { status: 'expired' })).toEqual([expired.id]);
  expect(await idsOf(key, { status: 'allocated' })).toEqual([half.id, allocated.id, old.id]);
  expect(await idsOf(key, { status: 'committed' })).toEqual([rest.id, committed.id]);
  expect(await idsOf(key, { status: 'released' })).toEqual([released.id]);
  expect(await idsOf(key, { fleet_id: 'south' })).toEqual([allocated.id]);
  expect(await idsOf(key, { fleet_id: 'south', status: 'released' })).toEqual([]);
  expect(await idsOf(key, { created_before: anHourAgo })).toEqual([old.id]);
  expect(await idsOf(key, { created_after: anHourAgo, status: 'allocated' })).toEqual([
    half.id,
    allocated.id,
  ]);
  for (const { id, status } of (await list(key)).body.data)
    expect(await idsOf(key, { status })).toContain(id);
});

test('pages show each dispatch once, with all of its vehicles', async () => {
  const { key, operatorId, send } = await newOperator();
  const made: Dispatch[] = [];
  for (let i = 0; i < 7; i += 1) made.push(await send('north', 1 + (i % 3)));
  await stage.api.database.sql(
    `update dispatches set created_at = '2026-01-01T00:00:00.000123Z' where operator_id = $1`,
    [operatorId],
  );
  const met: Dispatch[] = [];
  let query: Query | undefined = { limit: 2 };
  while (query !== undefined) {
    const answer: Awaited<ReturnType<typeof list>> = await list(key, query);
    met.push(...answer.body.data);
    const { next_cursor: cursor } = answer.body;
    query = cursor === null ? undefined : { limit: 2, cursor };
    await send();
  }
  const order = made.toSorted((a, b) => (a.id < b.id ? 1 : -1));
  expect(met.map(({ id }) => id)).toEqual(order.map(({ id }) => id));
  expect(met.map(({ allocations }) => allocations)).toEqual(
    order.map(({ allocations }) => allocations),
  );
});

test.each<[string, Query]>([
  ['limit', { limit: 0 }],
  ['limit', { limit: 101 }],
  ['cursor', { cursor: 'x' }],
  ['cursor', { cursor: writeCursor({ createdUs: 1, id: `hold_${'0'.repeat(32)}` }) }],
  ['status', { status: 'held' }],
  ['status', { status: '' }],
  ['fleet_id', { fleet_id: '' }],
  ['created_after', { created_after: 'yesterday' }],
  ['lot_id', { lot_id: 'x' }],
])('400 names %s in %j', async (field, query) => {
  const answer = await list(stage.key, query);
  expect(answer.status).toBe(400);
  expect(fieldsOf(answer)).toEqual([field]);
});

test('a fleet sees its own; other worlds, fleets and operators see nothing', async () => {
  const [mine, other] = [await newOperator(), await newOperator()];
  const [north, south] = [await mine.send('north'), await mine.send('south')];
  expect(await idsOf(mine.key)).toEqual([south.id, north.id]);
  const fleet = await mine.newKey({ fleetId: 'north' });
  expect(await idsOf(fleet)).toEqual([north.id]);
  expect(await idsOf(fleet, { fleet_id: 'south' })).toEqual([]);
  for (const stranger of [
    other.key,
    await other.newKey({ fleetId: 'north' }),
    await mine.newKey({ mode: 'test' }),
    await mine.newKey({ fleetId: 'west' }),
  ])
    expect(await idsOf(stranger)).toEqual([]);
  // A cursor forged from another operator's dispatch shows only own dispatches after it.
  const cursor = writeCursor({ createdUs: Date.now() * 1_000 + 60_000_000, id: south.id });
  expect(await idsOf(other.key, { cursor })).toEqual([]);
});

test('listing and reading need the scope reservations:read or fleet:write', async () => {
  const { send, newKey } = await newOperator();
  const { id } = await send();
  for (const scope of ['reservations:read', 'fleet:write']) {
    const reader = await newKey({ scopes: [scope] });
    expect(await idsOf(reader)).toEqual([id]);
    const one = await stage.api.request('GET', `${PATH}/${id}`, { key: reader.secret });
    expect(one.status).toBe(200);
  }
  const refused = await list(await newKey({ scopes: ['sessions:read', 'lots:read'] }));
  expect(refused.status).toBe(403);
  expect(refused.body.error.message).toContain('reservations:read or fleet:write');
});

test('HEAD answers like GET, without a body', async () => {
  const { key } = stage;
  const { status, text } = await stage.api.request('HEAD', PATH, { key: key.secret });
  expect({ status, text }).toEqual({ status: 200, text: '' });
});
