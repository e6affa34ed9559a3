import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '../../../../api/routes.ts';
import type { NewTestKey, TestKey } from '../../client.ts';
import { createEcho, getInsight, getThing } from '../../sample-operations.ts';
import { fieldsOf, openStage, type Stage } from '../../stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ operations: [...routes, getThing, createEcho, getInsight] });
});
afterAll(() => stage.api.stop());

const HOUR_MS = 3_600_000;
const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 'yyyy-mm-dd'.length);

/** A key of an operator of its own, and one that reads its counts. */
async function openOperator(more: NewTestKey = {}) {
  const key = await stage.api.createKey(more);
  const reader = await stage.api.createKey({
    operatorId: key.operatorId,
    mode: more.mode ?? 'live',
    scopes: ['audit:read'],
  });
  const call = (path: string, as: TestKey = key) =>
    stage.api.request('GET', path, { key: as.secret });
  /** What has been called up to now. */
  async function list(query: Record<string, string> = {}, as: TestKey = reader) {
    await stage.api.app.calls.close();
    return stage.api.request('GET', '/api/v1/calls', { key: as.secret, query });
  }
  return { key, reader, call, list };
}

const none = { ok_count: 0, refused_count: 0, limited_count: 0, failed_count: 0 };

test('calls are counted by how they were answered, of all keys or of one', async () => {
  const { key, call, list } = await openOperator({ rateLimits: { write: 2 } });
  const now = Date.now();
  await call('/api/v1/things/one');
  await call('/api/v1/things/one');
  await call(`/api/v1/things/${'x'.repeat(30)}`);
  await call('/no-such-path');
  for (const body of [{ plate: 'AB' }, { plate: 1 }, { plate: 'AB' }])
    await stage.api.request('POST', '/api/v1/echoes', { key: key.secret, body });
  const { body } = await list({ group_by: 'operation', key_id: key.keyId });
  expect(body.rows).toEqual([
    { operation: 'createEcho', ...none, ok_count: 1, refused_count: 1, limited_count: 1 },
    { operation: 'getThing', ...none, ok_count: 2, refused_count: 1 },
    { operation: 'unknownPath', ...none, refused_count: 1 },
  ]);
  const total = { ...none, ok_count: 3, refused_count: 3, limited_count: 1 };
  expect(body.total).toEqual(total);
  const days = await list({ key_id: key.keyId });
  expect(days.body.rows).toMatchObject([{ ...total }]);
  expect([dateOf(now), dateOf(Date.now())]).toContain(days.body.rows[0].date);
  const hours = await list({ group_by: 'hour', key_id: key.keyId });
  expect(Date.parse(hours.body.rows[0].from) % HOUR_MS).toBe(0);
  expect(hours.body.total).toEqual(total);
});

test('by key, each has its calls of the last 24 hours, hour by hour', async () => {
  const { key, reader, call, list } = await openOperator();
  await call('/api/v1/things/one');
  await list();
  const hoursAgo = (hours: number) =>
    stage.api.database.sql(
      `insert into call_counts
       select operator_id, livemode, span, from_at - $2::integer * interval '1 hour', caller_type,
         caller_id, operation, 5, 1, 0, 0
       from call_counts where caller_id = $1 and span = 'hour' and operation = 'getThing'
       order by from_at desc limit 1`,
      [key.keyId, hours],
    );
  for (const hours of [1, 23, 24]) await hoursAgo(hours);
  const { body } = await list({ group_by: 'key' });
  expect(body.rows.map((row: { caller_id: string }) => row.caller_id).sort()).toEqual(
    [key.keyId, reader.keyId].sort(),
  );
  const row = body.rows.find((one: { caller_id: string }) => one.caller_id === key.keyId);
  const between = new Array(21).fill(0);
  expect(row).toEqual({
    ...{ caller_type: 'key', caller_id: key.keyId, key_name: 'test' },
    ...{ ...none, ok_count: 1 },
    recent_counts: [6, ...between, 6, 1],
  });
});

test('nothing is counted without a key or of a probe, and a call of a tool once', async () => {
  const { key, reader, list } = await openOperator();
  const params = { name: 'search_parking', arguments: { lat: 41, lng: -99 } };
  const answer = await stage.api.request('POST', '/mcp', {
    key: key.secret,
    headers: { accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
  });
  expect(answer.status, answer.text).toBe(200);
  await stage.api.request('GET', '/api/v1/things/one');
  await stage.api.request('GET', '/api/v1/health/live', { key: key.secret });
  await stage.api.request('GET', '/api/v1/things/one', { key: `pk_live_${'x'.repeat(43)}` });
  const { body } = await list({ group_by: 'operation' });
  expect(body.rows).toEqual([{ operation: 'searchParking', ...none, ok_count: 1 }]);
  expect((await list({ key_id: reader.keyId })).body.total.ok_count).toBe(1);
});

test('a period that has no counts is refused, naming what is wrong', async () => {
  const { list } = await openOperator();
  const day = (days: number) => dateOf(Date.now() - days * 24 * HOUR_MS);
  const refusals: [Record<string, string>, string][] = [
    [{ group_by: 'hour', from: day(3) }, 'from'],
    [{ from: day(2), to: day(3) }, 'to'],
    [{ from: day(-2) }, 'from'],
    [{ from: day(40), to: day(1) }, 'to'],
    [{ from: day(40) }, 'from'],
    [{ from: 'yesterday' }, 'from'],
    [{ group_by: 'minute' }, 'group_by'],
  ];
  for (const [query, field] of refusals) {
    const answer = await list(query);
    expect(answer.status, JSON.stringify(query)).toBe(400);
    expect(fieldsOf(answer), JSON.stringify(query)).toEqual([field]);
  }
  for (const query of [{ from: day(34) }, { group_by: 'hour', from: day(1), to: day(0) }])
    expect((await list(query)).status).toBe(200);
});

test('the key of another operator, of the other mode or of a fleet sees none of it', async () => {
  const { key, call, list } = await openOperator();
  await call('/api/v1/things/one');
  const { operatorId } = key;
  const others = [{}, { operatorId, mode: 'test' as const }];
  for (const other of others)
    expect((await list({}, await stage.api.createKey(other))).body.rows).toEqual([]);
  const fleet = await stage.api.createKey({ operatorId, fleetId: 'north' });
  expect((await list({}, fleet)).status).toBe(403);
  const maker = await stage.api.createKey({ operatorId, scopes: ['keys:write'] });
  expect((await list({}, maker)).body.total.ok_count).toBe(1);
  const neither = await stage.api.createKey({ operatorId, scopes: ['lots:read'] });
  expect((await list({}, neither)).status).toBe(403);
});
