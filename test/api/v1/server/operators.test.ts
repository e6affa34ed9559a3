import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../../src/access/ids.ts';
import { PLAN_LIMITS } from '../../../../src/access/plans/plan-limits.ts';
import { addMember, addOperator } from '../../../src/access/people.ts';
import { addLot } from '../../../stage/fixtures.ts';
import { openServer, type Server } from './stage.ts';

let server: Server;
beforeAll(async () => {
  server = await openServer();
});
afterAll(() => server.api.stop());

/** Counts of one operator in the hour and the day that is not over. */
async function addCalls(operatorId: string, counts: readonly number[], livemode = true) {
  for (const span of ['hour', 'day'])
    await server.api.database.sql(
      `insert into call_counts
       values ($1, $2, $3, date_trunc($3, now(), 'UTC'), 'key', $4, 'getLot', $5, $6, $7, $8)`,
      [operatorId, livemode, span, newId('key'), ...counts],
    );
}

test('each operator is listed with what it has and how often it called today', async () => {
  const { api, get } = server;
  const { operatorId } = await api.createKey({ plan: 'starter' });
  const revoked = await api.createKey({ operatorId });
  await api.database.sql('update api_keys set revoked_at = now() where key_id = $1', [
    revoked.keyId,
  ]);
  await api.createKey({ operatorId, mode: 'test', expiresAt: new Date(0) });
  await api.createKey({ operatorId, mode: 'test' });
  await addLot(api.database, { operator_id: operatorId });
  await addLot(api.database, { operator_id: operatorId, livemode: false });
  await addMember(api.database, operatorId, { role: 'viewer' });
  await addCalls(operatorId, [7, 1, 2, 0]);
  await addCalls(operatorId, [1, 0, 0, 1], false);
  await api.database.sql(
    `insert into call_counts
     values ($1, true, 'day', now() - interval '3 days', 'key', 'key_1', 'getLot', 9, 9, 9, 9)`,
    [operatorId],
  );
  const { status, body, text } = await get('operators', { limit: 1 });
  expect(status, text).toBe(200);
  expect(body.data).toEqual([
    {
      ...{ id: operatorId, name: 'Test', plan: 'starter', is_checked: true },
      created_at: expect.stringMatching(/Z$/),
      ...{ lot_count: 2, key_count: 2, member_count: 1, call_count: 12, limited_count: 2 },
    },
  ]);
  const use = await get(`operators/${operatorId}`);
  expect(use.body.operator).toEqual({
    ...{ id: operatorId, name: 'Test', plan: 'starter', is_checked: true },
    created_at: expect.stringMatching(/Z$/),
    plan_limits: PLAN_LIMITS.starter,
    ...{ lot_count: 1, test_lot_count: 1, key_count: 2, member_count: 1 },
    calls_today: { ok_count: 8, refused_count: 1, limited_count: 2, failed_count: 1 },
    charged_cents: 0,
  });
});

test('what an operator was charged is that of this month', async () => {
  const { api, get } = server;
  const { operatorId, keyId } = await api.createKey();
  await api.database.sql(
    `insert into usage (at, operator_id, key_id, livemode, endpoint, cost_cents, request_id)
     values (now(), $1, $2, true, 'x', 5, 'r1'), (now(), $1, $2, true, 'x', 7, 'r2'),
       (now() - interval '32 days', $1, $2, true, 'x', 9, 'r3')`,
    [operatorId, keyId],
  );
  expect((await get(`operators/${operatorId}`)).body.operator.charged_cents).toBe(12);
});

test('what is more than is counted is not known in the list, and counted in the look-up', async () => {
  const { api, get } = server;
  const { operatorId } = await api.createKey();
  const lotId = await addLot(api.database, { operator_id: operatorId });
  const columns = await api.database.sql<{ names: string; values: string }>(
    `select string_agg(quote_ident(attname), ', ') as names,
       string_agg(case attname when 'lot_id' then 'gen_random_uuid()' when 'ref' then 'null'
         else quote_ident(attname) end, ', ') as values
     from pg_attribute
     where attrelid = 'lots'::regclass and attnum > 0 and not attisdropped
       and attgenerated = '' and attidentity = ''`,
  );
  const { names, values } = columns[0] ?? expect.unreachable();
  const copies = (count: number) =>
    api.database.sql(
      `insert into lots (${names}) select ${values} from lots, generate_series(1, ${count})
       where lot_id = $1`,
      [lotId],
    );
  const listed = async () => (await get('operators', { limit: 1 })).body.data[0];
  await copies(999);
  expect(await listed()).toMatchObject({ id: operatorId, lot_count: 1_000 });
  await copies(1);
  expect(await listed()).toMatchObject({ id: operatorId, lot_count: null });
  expect((await get(`operators/${operatorId}`)).body.operator.lot_count).toBe(1_001);
});

test('the list goes on page by page, and finds operators by a part of their name', async () => {
  const { api, get } = server;
  const made = [];
  for (const name of ['Ash Garages', 'ash & Co', 'Oak', '50% ash_'])
    made.unshift(await addOperator(api.database, name));
  const [percent, , ampersand, garages] = made;
  const pages: string[] = [];
  let cursor: string | null = null;
  do {
    const query = { name: 'ASH', limit: 2, ...(cursor !== null && { cursor }) };
    const { body, text, status } = await get('operators', query);
    expect(status, text).toBe(200);
    expect(body.data.length).toBeLessThanOrEqual(2);
    pages.push(...body.data.map(({ id }: { id: string }) => id));
    cursor = body.next_cursor;
  } while (cursor !== null);
  expect(pages).toEqual([percent, ampersand, garages]);
  // No character has a meaning of its own.
  const one = await get('operators', { name: '0% ASH_' });
  expect(one.body.data.map(({ id }: { id: string }) => id)).toEqual([percent]);
});

test.each([
  ['cursor', { cursor: 'x' }],
  ['limit', { limit: 101 }],
  ['name', { name: '' }],
])('a bad %s is refused by name', async (field, query) => {
  const { status, body } = await server.get('operators', query as Record<string, string>);
  expect(status).toBe(400);
  expect(JSON.stringify(body.error.details)).toContain(field);
});

test('an operator that is not there is 404', async () => {
  for (const id of [newId('op'), 'op_nobody', 'x'])
    expect((await server.get(`operators/${id}`)).status).toBe(404);
});

test('what an operator does beyond its budgets is listed, most of it first', async () => {
  const { api, get } = server;
  const little = await addOperator(api.database, 'Little');
  const much = await addOperator(api.database, 'Much');
  await addOperator(api.database, 'None');
  await addCalls(little, [1, 0, 30, 0]);
  await addCalls(much, [1, 0, 20, 0]);
  await addCalls(much, [1, 0, 20, 0], false);
  await addCalls(await addOperator(api.database, 'Good'), [50, 5, 0, 1]);
  await api.database.sql(
    `insert into call_counts values
      ($1, true, 'hour', date_trunc('hour', now(), 'UTC') - interval '24 hours', 'key', 'key_1',
       'getLot', 0, 0, 900, 0)`,
    [little],
  );
  const { status, body, text } = await get('budgets', { limit: 2 });
  expect(status, text).toBe(200);
  expect(body.budgets.limited).toEqual([
    {
      ...{ operator_id: much, operator_name: 'Much' },
      limited_count: 40,
      last_at: expect.any(String),
    },
    {
      ...{ operator_id: little, operator_name: 'Little' },
      limited_count: 30,
      last_at: expect.any(String),
    },
  ]);
  expect(body.budgets.usual).toContainEqual({ name: 'read', per_minute: 600 });
});
