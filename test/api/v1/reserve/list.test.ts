import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../../../src/access/principals/principal.ts';
import { bind, loadQuery } from '../../../../src/stores/sql.ts';
import { addCaller } from '../../../stage/fixtures.ts';
import type { Parking } from '../../../stage/parking.ts';
import type { HoldWish } from '../../../stage/place-hold.ts';
import type { NewTestKey, TestApi, TestKey } from '../../client.ts';
import { openStage, type Stage } from '../../stage.ts';

const PATH = '/api/v1/reserve';

let api: TestApi;
let parking: Parking;
let newKeyOf: Stage['newKey'];
let lastKey = 0;

beforeAll(async () => {
  ({ api, parking, newKey: newKeyOf } = await openStage());
});
afterAll(() => api.stop());

type Query = Record<string, string | number>;

const list = (key: TestKey, query: Query = {}) =>
  api.request('GET', PATH, { key: key.secret, query });

async function idsOf(key: TestKey, query: Query = {}): Promise<string[]> {
  const { body } = await list(key, { limit: 100, ...query });
  return body.data.map((hold: { id: string }) => hold.id);
}

/** A new operator with a lot of 50 spaces, which sees only what its test adds. */
async function newOperator() {
  const caller = await addCaller(api.database);
  const { operatorId } = caller;
  const lotId = await parking.addLot({ operator_id: operatorId, total_spaces: 50 });
  const newKey = (wish: NewTestKey = {}) => newKeyOf({ operatorId, ...wish });
  const hold = async (wish: HoldWish = {}) =>
    (await parking.held(lotId, { as: caller, ...wish })).holdId;
  return { caller, lotId, newKey, hold, key: await newKey() };
}

test('holds are listed newest first, each as reading it answers', async () => {
  const { key, hold } = await newOperator();
  const made = [await hold(), await hold({ plate: parking.newPlate() }), await hold()];
  const { body } = await list(key);
  expect(body.data.map((one: { id: string }) => one.id)).toEqual(made.toReversed());
  expect(body).toMatchObject({ has_more: false, next_cursor: null });
  const one = await api.request('GET', `${PATH}/${made[1]}`, { key: key.secret });
  expect(body.data[1]).toEqual(one.body.hold);
});

test('filters by lot, status and age keep the holds that match all', async () => {
  const { key, hold, lotId, caller } = await newOperator();
  const otherLot = await parking.addLot({ operator_id: caller.operatorId });
  const elsewhere = (await parking.held(otherLot, { as: caller })).holdId;
  const expired = await hold({ ttlSeconds: 60 });
  await parking.passMinutes(10);
  const [standing, canceled, redeemed] = [await hold(), await hold(), await hold()];
  const as = { key: key.secret };
  await api.request('POST', `${PATH}/${canceled}/cancel`, as);
  const body = { plate: parking.newPlate() };
  await api.request('POST', `${PATH}/${redeemed}/activate`, { ...as, body });

  expect(await idsOf(key, { lot_id: otherLot })).toEqual([elsewhere]);
  expect(await idsOf(key, { status: 'held' })).toEqual([standing]);
  expect(await idsOf(key, { status: 'canceled' })).toEqual([canceled]);
  expect(await idsOf(key, { status: 'activated' })).toEqual([redeemed]);
  expect(await idsOf(key, { status: 'expired', lot_id: lotId })).toEqual([expired]);
  const fiveMinutesAgo = new Date(Date.now() - 5 * 60_000).toISOString();
  expect(await idsOf(key, { created_before: fiveMinutesAgo })).toEqual([expired, elsewhere]);
  expect(await idsOf(key, { created_after: fiveMinutesAgo, status: 'held' })).toEqual([standing]);
});

test('pages show each hold once while new ones keep arriving', async () => {
  const { key, hold, lotId } = await newOperator();
  const made = await Promise.all(Array.from({ length: 13 }, () => hold()));
  // Holds of the same instant are ordered by their ids.
  await api.database.sql(
    `update holds set created_at = date_trunc('hour', now()) where lot_id = $1`,
    [lotId],
  );
  const met: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const more: Query = cursor === '' ? {} : { cursor };
    const answer: Awaited<ReturnType<typeof list>> = await list(key, { limit: 5, ...more });
    met.push(...answer.body.data.map((one: { id: string }) => one.id));
    cursor = answer.body.next_cursor;
    await hold();
  }
  expect(met).toEqual(made.toSorted().toReversed());
});

test.each<[string, Query]>([
  ['limit', { limit: 0 }],
  ['limit', { limit: 101 }],
  ['cursor', { cursor: 'x' }],
  ['cursor', { cursor: Buffer.from('1_hold_none').toString('base64url') }],
  ['status', { status: 'live' }],
  ['lot_id', { lot_id: 'nowhere' }],
  ['created_after', { created_after: 'yesterday' }],
  ['plate', { plate: 'ABC123' }],
])('400 names %s in %j', async (field, query) => {
  const { key } = await newOperator();
  const { status, body } = await list(key, query);
  expect({ status, code: body.error.code }).toEqual({ status: 400, code: 'BAD_REQUEST' });
  expect(body.error.details).toMatchObject([{ field }]);
});

test("a hold on another operator's lot is listed to both, and to its fleet", async () => {
  const [mine, other] = [await newOperator(), await newOperator()];
  const fleetId = 'north';
  const theirs = await mine.hold({ as: { ...other.caller, fleetId } });
  const own = await other.hold();
  expect(await idsOf(mine.key)).toEqual([theirs]);
  expect(await idsOf(other.key)).toEqual([own, theirs]);
  expect(await idsOf(other.key, { lot_id: mine.lotId })).toEqual([theirs]);
  expect(await idsOf(await other.newKey({ fleetId }))).toEqual([theirs]);
  for (const stranger of [
    await other.newKey({ fleetId: 'south' }),
    await mine.newKey({ fleetId }),
    await mine.newKey({ mode: 'test' }),
    await api.createKey(),
  ])
    expect(await idsOf(stranger, { lot_id: mine.lotId })).toEqual([]);
});

test('allocations of a dispatch are listed to the operator of the lot, who may cancel them', async () => {
  const [mine, other] = [await newOperator(), await newOperator()];
  const plates = [parking.newPlate(), parking.newPlate()];
  const sent = await api.request('POST', '/av-fleet/dispatch', {
    key: other.key.secret,
    body: { fleet_id: 'north', lot_id: mine.lotId, vehicles: plates.map((plate) => ({ plate })) },
  });
  const { data } = (await list(mine.key)).body;
  expect(data.map((hold: { parsed: { plate: string } }) => hold.parsed.plate).toSorted()).toEqual(
    plates,
  );
  const [taken] = data;
  const cancel = () =>
    api.request('POST', `${PATH}/${taken.id}/cancel`, {
      key: mine.key.secret,
      headers: { 'idempotency-key': 'taken-back' },
    });
  const first = await cancel();
  expect(first.body.hold.status).toBe('canceled');
  expect((await cancel()).body).toEqual(first.body);
  expect(await parking.lot(mine.lotId)).toMatchObject({ held_spaces: 1 });
  const found = await api.request('GET', `/av-fleet/dispatch/${sent.body.dispatch.id}`, {
    key: other.key.secret,
  });
  const statuses = found.body.dispatch.allocations.map((one: { status: string }) => one.status);
  expect(statuses.toSorted()).toEqual(['allocated', 'released']);
  const audit = await api.database.sql(
    `select actor_type, actor_id, operator_id from audit_log
     where entity_id = $1 and action = 'hold.canceled'`,
    [taken.id],
  );
  expect(audit).toEqual([
    { actor_type: 'key', actor_id: mine.key.keyId, operator_id: mine.caller.operatorId },
  ]);
});

test('the operator of the lot sees the vehicles, not the intent and the price', async () => {
  const [mine, other] = [await newOperator(), await newOperator()];
  const intent = 'an hour for my sister at no more than $9, plate SHOWN 1, electric charging';
  await api.database.sql(`update lots set features = '{ev_charging}' where lot_id = $1`, [
    mine.lotId,
  ]);
  const reserved = await api.request('POST', PATH, {
    key: other.key.secret,
    headers: { 'idempotency-key': `list-${++lastKey}` },
    body: { intent, lot_id: mine.lotId },
  });
  expect(reserved.body.hold).toMatchObject({ parsed: { plate: 'SHOWN 1', max_rate: 9 } });
  const { data } = (await list(mine.key)).body;
  const hidden = {
    place: null,
    lat: null,
    lng: null,
    attribution: null,
    max_rate: null,
    max_rate_per: null,
  };
  const { hold } = reserved.body;
  expect(data).toEqual([{ ...hold, intent: null, parsed: { ...hold.parsed, ...hidden } }]);
  expect(data[0].parsed.features).toEqual(['ev_charging']);
  const one = await api.request('GET', `${PATH}/${hold.id}`, { key: mine.key.secret });
  expect(one.body.hold).toEqual(data[0]);
});

test('listing and reading need the scope reservations:read or reservations:write', async () => {
  const { newKey, hold } = await newOperator();
  const id = await hold();
  for (const scope of ['reservations:read', 'reservations:write']) {
    const key = await newKey({ scopes: [scope] });
    expect(await idsOf(key)).toEqual([id]);
    const one = await api.request('GET', `${PATH}/${id}`, { key: key.secret });
    expect(one.status).toBe(200);
  }
  expect((await list(await newKey({ scopes: ['sessions:read'] }))).status).toBe(403);
  const reader = await newKey({ scopes: ['reservations:read'] });
  const cancel = { key: reader.secret, body: {} };
  expect((await api.request('POST', `${PATH}/${id}/cancel`, cancel)).status).toBe(403);
});

/** 5 000 expired holds, a minute apart, half of them placed by the other operator. */
async function addManyHolds(lotId: string, mine: Principal, other: Principal): Promise<void> {
  await api.database.sql(
    `insert into holds (hold_id, code, lot_id, operator_id, creator_operator_id, key_id, livemode,
       status, space_count, starts_at, ends_at, expires_at, ttl_seconds, rate_minor, rate_unit,
       currency, rate_snapshot, created_at)
     select 'hold_' || lpad(to_hex(number), 32, '0'), 'AAAA-AAAA', $1, $2,
       case when number % 2 = 0 then $3 else $2 end, 'key_none', true, 'expired', 1, at,
       at + interval '1 hour', at + interval '3 minutes', 180, 350, 'hour', 'cad', '{}', at
     from generate_series(1, 5000) as number
     cross join lateral (select now() - number * interval '1 minute' as at)`,
    [lotId, mine.operatorId, other.operatorId],
  );
  await api.database.sql('analyze holds');
}

test("of 5 000 holds only one page is read, by index, on own and other operators' lots", async () => {
  const [mine, other] = [await newOperator(), await newOperator()];
  await addManyHolds(mine.lotId, mine.caller, other.caller);
  const statement = loadQuery('holds_list');
  const everything = {
    livemode: true,
    fleetId: null,
    status: null,
    lotId: null,
    createdAfter: null,
    createdBefore: null,
    afterCreatedAt: new Date(Date.now() - 86_400_000),
    afterHoldId: `hold_${'f'.repeat(32)}`,
    rowLimit: 101,
  };
  for (const { caller } of [mine, other]) {
    const plan = await api.database.sql<Record<string, string>>(
      `explain ${statement.text}`,
      bind(statement, { ...everything, operatorId: caller.operatorId }),
    );
    const steps = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(steps).toContain('holds_by_operator');
    expect(steps).toContain('holds_by_creator');
    expect(steps).not.toContain('Seq Scan on holds');
  }
});
