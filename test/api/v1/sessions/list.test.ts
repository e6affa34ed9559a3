import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../../../src/access/principals/principal.ts';
import { writeCursor } from '../../../../src/kit/page.ts';
import { addCaller } from '../../../stage/fixtures.ts';
import { openParking, type Parking } from '../../../stage/parking.ts';
import { type NewTestKey, startTestApi, type TestApi, type TestKey } from '../../client.ts';

const PATH = '/api/v1/sessions';
const rateLimits = { read: 10_000, sandbox: 10_000, fleet: 10_000 };

let api: TestApi;
let parking: Parking;

beforeAll(async () => {
  api = await startTestApi();
  parking = await openParking(api.database);
});
afterAll(() => api.stop());

type Query = Record<string, string | number>;

const list = (key: TestKey, query: Query = {}) =>
  api.request('GET', PATH, { key: key.secret, query });

async function idsOf(key: TestKey, query: Query = {}): Promise<string[]> {
  const { status, body } = await list(key, { limit: 100, ...query });
  expect(status).toBe(200);
  return body.data.map((session: { id: string }) => session.id);
}

/** A new operator with a lot, which sees only what its test adds. */
async function newOperator(more: Partial<Principal> = {}) {
  const caller = await addCaller(api.database, more);
  const lotId = await parking.addLot({ operator_id: caller.operatorId });
  const newKey = (wish: NewTestKey = {}) =>
    api.createKey({ operatorId: caller.operatorId, rateLimits, ...wish });
  const park = async (wish: Parameters<Parking['park']>[1] = {}) =>
    (await parking.park(lotId, { as: caller, ...wish })).sessionId;
  return { caller, lotId, newKey, park, key: await newKey() };
}

test('sessions are listed newest first, each as reading it answers', async () => {
  const { key, park } = await newOperator();
  const made = [await park(), await park(), await park()];
  const { body } = await list(key);
  expect(body.data.map((session: { id: string }) => session.id)).toEqual(made.toReversed());
  expect(body).toMatchObject({ has_more: false, next_cursor: null });
  const one = await api.request('GET', `${PATH}/${made[0]}`, { key: key.secret });
  expect(body.data[2]).toEqual(one.body.session);
});

test('a list never shows a secret, not even to the key that created the session', async () => {
  const { key, lotId } = await newOperator();
  const body = { lot_id: lotId, plate: parking.newPlate() };
  await api.request('POST', PATH, { key: key.secret, body });
  const listed = await list(key);
  expect(listed.body.data).toHaveLength(1);
  expect(listed.text).not.toContain('client_secret');
});

test('an operator without sessions has an empty list', async () => {
  const { key } = await newOperator();
  expect((await list(key)).body).toEqual({ data: [], has_more: false, next_cursor: null });
});

test('filters by lot, status and fleet keep the sessions that match all', async () => {
  const { key, park, lotId, caller } = await newOperator();
  const otherLot = await parking.addLot({ operator_id: caller.operatorId });
  const vehicle = { isAutonomous: false, vin: null, fleetId: 'north' };
  const plain = await park();
  const north = await park({ vehicle });
  const elsewhere = (await parking.park(otherLot, { as: caller, vehicle })).sessionId;
  const ended = await park({ vehicle });
  await parking.end({ sessionId: ended }, { as: caller });

  expect(await idsOf(key, { lot_id: otherLot })).toEqual([elsewhere]);
  expect(await idsOf(key, { lot_id: lotId })).toEqual([ended, north, plain]);
  expect(await idsOf(key, { fleet_id: 'north' })).toEqual([ended, elsewhere, north]);
  expect(await idsOf(key, { status: 'completed' })).toEqual([ended]);
  expect(await idsOf(key, { status: 'active', fleet_id: 'north', lot_id: lotId })).toEqual([north]);
  expect(await idsOf(key, { status: 'payment_failed' })).toEqual([]);
  expect(await idsOf(key, { fleet_id: 'south' })).toEqual([]);
});

test.each([
  ['active', 'ending'],
  ['expired', 'expiring'],
])('sessions shown as %s are found by that status while their own is %s', async (shown, status) => {
  const { key, park } = await newOperator();
  const sessionId = await park();
  await api.database.sql(
    `update sessions set status = $2, ended_at = started_at, subtotal_minor = 6,
       platform_fee_minor = 1 where session_id = $1`,
    [sessionId, status],
  );
  expect(await idsOf(key, { status: shown })).toEqual([sessionId]);
});

test('created_after and created_before exclude their own instant', async () => {
  const { key, park } = await newOperator();
  const [first, second, third] = [await park(), await park(), await park()];
  const minutesAgo = async (sessionId: string, minutes: number) => {
    const [row] = await api.database.sql<{ created_at: Date }>(
      `update sessions set created_at = date_trunc('second', now()) - make_interval(mins => $2)
       where session_id = $1 returning created_at`,
      [sessionId, minutes],
    );
    return row?.created_at.toISOString() ?? '';
  };
  const at = [
    await minutesAgo(first, 30),
    await minutesAgo(second, 20),
    await minutesAgo(third, 10),
  ];
  const [begin = '', middle = '', end = ''] = at;
  expect(await idsOf(key, { created_after: begin })).toEqual([third, second]);
  expect(await idsOf(key, { created_before: end })).toEqual([second, first]);
  expect(await idsOf(key, { created_after: begin, created_before: end })).toEqual([second]);
  const zoned = middle.replace('.000Z', '+00:00');
  expect(await idsOf(key, { created_after: zoned })).toEqual([third]);
});

test('pages show each session once while new ones keep arriving', async () => {
  const { key, lotId, caller } = await newOperator();
  await api.database.sql('update lots set total_spaces = 100 where lot_id = $1', [lotId]);
  const park = async () => (await parking.park(lotId, { as: caller })).sessionId;
  const made = await Promise.all(Array.from({ length: 23 }, park));
  // Sessions of the same instant are ordered by their ids.
  await api.database.sql(
    `update sessions set created_at = date_trunc('hour', now()) where lot_id = $1`,
    [lotId],
  );
  const met: string[] = [];
  const sizes: number[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const answer: Awaited<ReturnType<typeof list>> = await list(key, {
      limit: 5,
      ...(cursor === '' ? {} : { cursor }),
    });
    const { data, has_more, next_cursor } = answer.body;
    expect(has_more).toBe(next_cursor !== null);
    met.push(...data.map((session: { id: string }) => session.id));
    sizes.push(data.length);
    cursor = next_cursor;
    await park();
  }
  expect(sizes).toEqual([5, 5, 5, 5, 3]);
  expect(met).toEqual(made.toSorted().toReversed());
});

test('a page that holds exactly all sessions names no next page', async () => {
  const { key, park } = await newOperator();
  const made = [await park(), await park()];
  expect((await list(key, { limit: 2 })).body).toMatchObject({
    has_more: false,
    next_cursor: null,
  });
  const { body } = await list(key, { limit: 1 });
  expect(body.has_more).toBe(true);
  expect(await idsOf(key, { limit: 1, cursor: body.next_cursor })).toEqual([made[0]]);
});

test('a page has ten sessions unless given', async () => {
  const { key, lotId, caller } = await newOperator();
  await api.database.sql('update lots set total_spaces = 20 where lot_id = $1', [lotId]);
  for (let i = 0; i < 11; i += 1) await parking.park(lotId, { as: caller });
  expect((await list(key)).body).toMatchObject({ has_more: true });
  expect((await list(key)).body.data).toHaveLength(10);
});

test.each<[string, Query]>([
  ['limit', { limit: 0 }],
  ['limit', { limit: 101 }],
  ['limit', { limit: 1.5 }],
  ['limit', { limit: 'ten' }],
  ['cursor', { cursor: 'x' }],
  ['cursor', { cursor: '' }],
  ['cursor', { cursor: Buffer.from('ses_none').toString('base64url') }],
  ['cursor', { cursor: Buffer.from(`ses_${'0'.repeat(32)}`).toString('base64url') }],
  ['cursor', { cursor: Buffer.from(`9e30_ses_${'0'.repeat(32)}`).toString('base64url') }],
  ['cursor', { cursor: 'x'.repeat(201) }],
  ['status', { status: 'ending' }],
  ['status', { status: '' }],
  ['lot_id', { lot_id: 'nowhere' }],
  ['fleet_id', { fleet_id: '' }],
  ['created_after', { created_after: 'yesterday' }],
  ['created_before', { created_before: '2026-01-01T00:00:00' }],
  ['plate', { plate: 'ABC123' }],
])('400 names %s in %j', async (field, query) => {
  const { key } = await newOperator();
  const { status, body } = await list(key, query);
  expect({ status, code: body.error.code }).toEqual({ status: 400, code: 'BAD_REQUEST' });
  expect(body.error.details).toMatchObject([{ field }]);
});

test('a fleet key sees the sessions of its fleet, whatever fleet it asks for', async () => {
  const { newKey, park, key } = await newOperator();
  const vehicle = { isAutonomous: false, vin: null };
  await park();
  const north = await park({ vehicle: { ...vehicle, fleetId: 'north' } });
  const south = await park({ vehicle: { ...vehicle, fleetId: 'south' } });
  const fleet = await newKey({ fleetId: 'north' });
  expect(await idsOf(fleet)).toEqual([north]);
  expect(await idsOf(fleet, { fleet_id: 'north' })).toEqual([north]);
  expect(await idsOf(fleet, { fleet_id: 'south' })).toEqual([]);
  expect(await idsOf(key, { fleet_id: 'south' })).toEqual([south]);
});

test("a session that another operator's key began on my lot is listed once to both", async () => {
  const mine = await newOperator();
  const other = await newOperator();
  const own = await mine.park();
  const theirs = await parking.park(mine.lotId, { as: other.caller });
  expect(await idsOf(mine.key)).toEqual([theirs.sessionId, own]);
  expect(await idsOf(other.key)).toEqual([theirs.sessionId]);
  expect(await idsOf(other.key, { lot_id: mine.lotId })).toEqual([theirs.sessionId]);
});

test('a stranger sees nothing of it, even with its lot, its fleet or its cursor', async () => {
  const { park, lotId, key } = await newOperator();
  const vehicle = { isAutonomous: false, vin: null, fleetId: 'north' };
  await park({ vehicle });
  await park({ vehicle });
  const { body } = await list(key, { limit: 1 });
  const stranger = await api.createKey({ rateLimits });
  for (const query of [{}, { lot_id: lotId }, { fleet_id: 'north' }, { cursor: body.next_cursor }])
    expect(await idsOf(stranger, query)).toEqual([]);
});

test.each([0, 1, 999_999])(
  'pages meet at any microsecond without loss or repetition: %i µs into a millisecond',
  async (us) => {
    const { key, park } = await newOperator();
    const made = [await park(), await park(), await park()];
    await api.database.sql(
      `update sessions set created_at = timestamptz '2026-11-02 10:00:00Z'
         + ($2 + number) * interval '1 microsecond'
       from unnest($1::text[]) with ordinality as one (id, number) where session_id = id`,
      [made, us],
    );
    const [third, second, first] = made.toReversed();
    const page = await list(key, { limit: 1 });
    expect(page.body.data).toMatchObject([{ id: third }]);
    expect(await idsOf(key, { cursor: page.body.next_cursor })).toEqual([second, first]);
  },
);

test.each(['', '/search'])(
  'a forged cursor does not reveal whether its session exists, at %s',
  async (path) => {
    const { park, lotId, key } = await newOperator();
    const plate = parking.newPlate();
    const own = await park({ plate });
    const stranger = await newOperator();
    const theirs = await stranger.park({ plate });
    await api.database.sql(
      `update sessions set created_at = now() + interval '1 hour' where session_id = $1`,
      [theirs],
    );
    const search = path === '' ? { lot_id: lotId } : { plate };
    for (const at of [Date.now() - 60_000, Date.now() + 60_000]) {
      const found = [];
      for (const id of [theirs, theirs.replace(/.{8}$/, '00000000'), own]) {
        const cursor = writeCursor({ createdUs: at * 1_000, id });
        const answer = await api.request('GET', `${PATH}${path}`, {
          key: key.secret,
          query: { ...search, cursor },
        });
        found.push({ status: answer.status, body: answer.body });
      }
      const data = at > Date.now() ? [{ id: own }] : [];
      expect(found).toMatchObject(found.map(() => ({ status: 200, body: { data } })));
    }
  },
);

test('neither world lists sessions of the other', async () => {
  const live = await newOperator();
  const sandbox = await live.newKey({ mode: 'test' });
  const liveId = await live.park();
  const testLot = await parking.addLot({
    operator_id: live.caller.operatorId,
    livemode: false,
  });
  const as = { ...live.caller, livemode: false };
  const testId = (await parking.park(testLot, { as })).sessionId;
  expect(await idsOf(live.key)).toEqual([liveId]);
  expect(await idsOf(sandbox)).toEqual([testId]);
});

test('a key that may not read sessions gets 403', async () => {
  const { newKey } = await newOperator();
  const writer = await newKey({ scopes: ['sessions:write'] });
  expect((await list(writer)).status).toBe(403);
});
