import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeCursor } from '../../../../src/kit/page.ts';
import { addLot } from '../../../stage/fixtures.ts';
import { startTestApi, type TestApi, type TestKey } from '../../client.ts';
import { fieldsOf } from '../../stage.ts';

const PATH = '/api/v1/lots';
const NO_LOT = '00000000-0000-7000-8000-000000000000';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

type Query = Record<string, string | number | boolean>;

const list = (key: TestKey, query: Query = {}) =>
  api.request('GET', PATH, { key: key.secret, query });

async function idsOf(key: TestKey, query: Query = {}): Promise<string[]> {
  const { status, body, text } = await list(key, { limit: 100, ...query });
  if (status !== 200) throw new Error(text);
  return body.data.map((lot: { id: string }) => lot.id);
}

/** A new operator, which sees only what its test adds. */
async function newOperator() {
  const key = await api.createKey({ rateLimits: { read: 100_000, write: 10_000 } });
  const { operatorId } = key;
  const lot = (more: Partial<Parameters<typeof addLot>[1]> = {}) =>
    addLot(api.database, { operator_id: operatorId, ...more });
  return { key, operatorId, lot };
}

test('lots are listed newest first, each as creating and reading it answer', async () => {
  const { key } = await newOperator();
  const made: unknown[] = [];
  for (const more of [{ ref: 'a', access: { gate_code: '4711' } }, { is_listed: false }]) {
    const body = { name: 'Lot', lat: 43.65, lng: -79.38, total_spaces: 5, ...more };
    made.push((await api.request('POST', PATH, { key: key.secret, body })).body.lot);
  }
  const { body } = await list(key);
  const listed = made.toReversed().map((lot) => ({ ...(lot as object), available_spaces: 5 }));
  expect(body).toEqual({ data: listed, has_more: false, next_cursor: null });
  expect(body.data[1]).toMatchObject({ ref: 'a', access: { gate_code: '4711' } });
  for (const lot of body.data) {
    const one = await api.request('GET', `${PATH}/${lot.id}`, { key: key.secret });
    expect({ ...one.body.lot, available_spaces: 5 }).toEqual(lot);
  }
});

test('filters keep the lots that match all', async () => {
  const { key, lot } = await newOperator();
  const old = await lot({ ref: 'old' });
  await api.database.sql(
    `update lots set created_at = now() - interval '2 hours' where lot_id = $1`,
    [old],
  );
  const closed = await lot({ status: 'closed' });
  const hidden = await lot({ is_listed: false });
  const hiddenAndClosed = await lot({ is_listed: false, status: 'closed', ref: 'both' });
  const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
  expect(await idsOf(key)).toEqual([hiddenAndClosed, hidden, closed, old]);
  expect(await idsOf(key, { status: 'closed' })).toEqual([hiddenAndClosed, closed]);
  expect(await idsOf(key, { is_listed: true })).toEqual([closed, old]);
  expect(await idsOf(key, { is_listed: false, status: 'active' })).toEqual([hidden]);
  expect(await idsOf(key, { ref: 'old' })).toEqual([old]);
  expect(await idsOf(key, { ref: 'old', status: 'closed' })).toEqual([]);
  expect(await idsOf(key, { text: 'OLD', is_listed: true })).toEqual([old]);
  expect(await idsOf(key, { text: '%' })).toEqual([]);
  expect(await idsOf(key, { created_before: anHourAgo })).toEqual([old]);
  expect(await idsOf(key, { created_after: anHourAgo, is_listed: true })).toEqual([closed]);
});

test('pages show each lot once while new ones keep arriving', async () => {
  const { key, operatorId, lot } = await newOperator();
  const made = await Promise.all(Array.from({ length: 13 }, () => lot()));
  // Like lots of a batch: created at the same instant, ordered by their ids.
  await api.database.sql(
    `update lots set created_at = '2026-01-01T00:00:00.000123Z' where operator_id = $1`,
    [operatorId],
  );
  const met: string[] = [];
  let query: Query | undefined = { limit: 5 };
  while (query !== undefined) {
    const answer: Awaited<ReturnType<typeof list>> = await list(key, query);
    met.push(...answer.body.data.map((one: { id: string }) => one.id));
    const { next_cursor: cursor, has_more } = answer.body;
    expect(has_more).toBe(cursor !== null);
    query = cursor === null ? undefined : { limit: 5, cursor };
    await lot();
  }
  expect(met).toEqual(made.toSorted().toReversed());
});

test.each<[string, Query]>([
  ['limit', { limit: 0 }],
  ['limit', { limit: 101 }],
  ['limit', { limit: 'ten' }],
  ['cursor', { cursor: 'x' }],
  ['cursor', { cursor: writeCursor({ createdUs: 1, id: 'ses_1' }) }],
  ['cursor', { cursor: Buffer.from(`x_${NO_LOT}`).toString('base64url') }],
  ['status', { status: 'deleted' }],
  ['status', { status: '' }],
  ['is_listed', { is_listed: 'yes' }],
  ['is_listed', { is_listed: '' }],
  ['ref', { ref: '' }],
  ['created_after', { created_after: 'yesterday' }],
  ['created_before', { created_before: '2026-01-01' }],
  ['city', { city: 'Toronto' }],
  ['operator_id', { operator_id: 'op_1' }],
])('400 names %s in %j', async (field, query) => {
  const { key } = await newOperator();
  const answer = await list(key, query);
  expect(answer.status).toBe(400);
  expect(fieldsOf(answer)).toEqual([field]);
});

test('limits of 1 and 100 are accepted; the default is 10', async () => {
  const { key, lot } = await newOperator();
  await Promise.all(Array.from({ length: 12 }, () => lot()));
  expect((await list(key)).body.data).toHaveLength(10);
  expect((await list(key, { limit: 1 })).body.data).toHaveLength(1);
  expect((await list(key, { limit: 100 })).body.data).toHaveLength(12);
});

test("other operators' lots, the other world's and deleted ones are not listed", async () => {
  const [mine, other] = [await newOperator(), await newOperator()];
  const own = await mine.lot();
  const testLot = await mine.lot({ livemode: false });
  const theirs = await other.lot({ is_listed: false });
  const gone = await mine.lot();
  await api.request('DELETE', `${PATH}/${gone}`, { key: mine.key.secret });
  const { operatorId } = mine;
  expect(await idsOf(mine.key)).toEqual([own]);
  expect(await idsOf(await api.createKey({ operatorId, mode: 'test' }))).toEqual([testLot]);
  // A cursor forged from another operator's lot shows only own lots after it.
  const cursor = writeCursor({ createdUs: Date.now() * 1_000 + 60_000_000, id: theirs });
  expect(await idsOf(mine.key, { cursor })).toEqual([own]);
});

test('a key that may not read lots gets 403, and so does a key of a fleet', async () => {
  const { operatorId } = await newOperator();
  const writer = await api.createKey({ operatorId, scopes: ['lots:write'] });
  const refused = await list(writer);
  expect(refused.status).toBe(403);
  expect(refused.body.error.message).toContain('lots:read');
  const fleet = await list(await api.createKey({ operatorId, fleetId: 'north' }));
  expect(fleet.status).toBe(403);
  expect(fleet.body.error.message).toContain('fleet');
  expect((await api.request('GET', PATH)).status).toBe(401);
});

test('HEAD answers like GET, without a body', async () => {
  const { key } = await newOperator();
  const { status, text } = await api.request('HEAD', PATH, { key: key.secret });
  expect({ status, text }).toEqual({ status: 200, text: '' });
});
