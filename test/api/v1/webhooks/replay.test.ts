import { afterAll, expect, test } from 'vitest';
import { writeCursor } from '../../../../src/kit/page.ts';
import { REPLAYED_MAX } from '../../../../src/outbound/webhooks/manage/replay-events.ts';
import type { EventType } from '../../../../src/parking/events/event-data.ts';
import { runExplained } from '../../../stage/statement-plan.ts';
import type { TestKey } from '../../client.ts';
import { fieldsOf, inHours } from '../../stage.ts';
import { openWebhooks } from './operator.ts';

const { api, newKey, get, patch, post, made, happened, relay, claim, send, audits } =
  await openWebhooks();
const { sql } = api.database;
afterAll(() => api.stop());

const replay = (key: TestKey, id: string, body: object, headers = {}) =>
  post(key, `/${id}/replay`, body, headers);

/** The `replay` of the answer. */
async function replayed(key: TestKey, id: string, body: object) {
  const { status, body: told, text } = await replay(key, id, body);
  expect(status, text).toBe(202);
  return told.replay;
}

const sentIds = async () => (await send()).map(({ eventId }) => eventId).toSorted();

test('events of a pause are sent, and those that were delivered or failed are sent again', async () => {
  const key = await newKey();
  const { id } = await made(key);
  const delivered = await happened(key);
  await relay();
  await send();
  const failed = await happened(key);
  await relay();
  await send({ outcome: 'failed' });
  await patch(key, id, { status: 'paused' });
  const missed = await happened(key);
  await relay();
  await patch(key, id, { status: 'active' });
  const waiting = await happened(key);
  await relay();
  await happened(await newKey());
  await happened(key, 'occupancy.changed', { livemode: false });

  const answer = await replay(key, id, { since: inHours(-1) });
  expect(answer.status, answer.text).toBe(202);
  expect(answer.body.replay).toEqual({
    since: expect.stringMatching(/Z$/),
    until: expect.stringMatching(/Z$/),
    event_count: 4,
    delivery_count: 3,
    has_more: false,
    next_cursor: null,
  });
  expect(await sentIds()).toEqual([delivered, failed, missed, waiting].toSorted());
  const listed = (await get(key, `/${id}/deliveries`)).body.data;
  expect(listed).toHaveLength(4);
  expect(listed.every((one: { status: string }) => one.status === 'delivered')).toBe(true);
  expect((await audits(id)).at(-1)).toMatchObject({
    action: 'webhook.replayed',
    request_id: answer.headers['x-request-id'],
    diff: { after: { delivery_count: 3 } },
  });
});

test('one that a courier has is not touched', async () => {
  const key = await newKey();
  const { id } = await made(key);
  await happened(key);
  await relay();
  const [claimed] = await claim();
  expect(await replayed(key, id, { since: inHours(-1) })).toMatchObject({
    event_count: 1,
    delivery_count: 0,
  });
  const rows = await sql('select lease from deliveries where webhook_id = $1', [id]);
  expect(rows).toEqual([{ lease: claimed?.lease }]);
});

test('a period has its first instant and not its last, and may name types', async () => {
  const key = await newKey();
  const { id } = await made(key, { events: ['occupancy.changed', 'lot.updated'] });
  const at = async (instant: string, type: EventType = 'occupancy.changed') => {
    const eventId = await happened(key, type, LOT_CHANGE);
    await sql('update events set created_at = $2 where event_id = $1', [eventId, instant]);
    return eventId;
  };
  const LOT_CHANGE = { data: { changed: ['name'], before: {}, after: {} } };
  const [first, second, last] = [inHours(-3), inHours(-2), inHours(-1)];
  await at(new Date(Date.parse(first) - 1).toISOString());
  const included = [await at(first), await at(second, 'lot.updated')];
  await at(second, 'payment.failed');
  await at(last);
  const period = { since: first, until: last };
  expect(await replayed(key, id, period)).toEqual({
    ...period,
    event_count: 2,
    delivery_count: 2,
    has_more: false,
    next_cursor: null,
  });
  expect(await sentIds()).toEqual(included.toSorted());
  expect(await replayed(key, id, { ...period, types: ['lot.updated'] })).toMatchObject({
    event_count: 1,
  });
  await sql('delete from events where operator_id = $1', [key.operatorId]);
});

test.each<[string, object]>([
  ['since', { since: undefined }],
  ['since', { since: '2026-11-20' }],
  ['since', { since: inHours(-30 * 24 - 1) }],
  ['since', { since: inHours(1) }],
  ['until', { since: inHours(-1), until: inHours(-2) }],
  ['until', { since: inHours(-1), until: inHours(-0.5).replace('Z', '+01:00') }],
  ['types', { since: inHours(-1), types: [] }],
  ['types', { since: inHours(-1), types: ['session.ended'] }],
  ['types.0', { since: inHours(-1), types: ['session.begun'] }],
  ['cursor', { since: inHours(-1), cursor: 'x' }],
  ['cursor', { since: inHours(-1), cursor: writeCursor({ createdUs: 1, id: 'ses_1' }) }],
])('400 names %s in %j', async (field, body) => {
  const key = await newKey();
  const { id } = await made(key, { events: ['lot.updated'] });
  const answer = await replay(key, id, body);
  expect([answer.status, fieldsOf(answer)], answer.text).toEqual([400, [field]]);
  expect(await audits(id)).toHaveLength(1);
});

test('a repeat with the same Idempotency-Key sends nothing again', async () => {
  const key = await newKey();
  const { id } = await made(key);
  await happened(key);
  const headers = { 'idempotency-key': 'replay' };
  const body = { since: inHours(-1) };
  const first = await replay(key, id, body, headers);
  await send();
  const again = await replay(key, id, body, headers);
  expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
  expect(await claim()).toEqual([]);
});

test('what is too much for one call is left to the next one, even of one instant', async () => {
  const key = await newKey();
  const { id } = await made(key);
  const count = REPLAYED_MAX * 2 + 5;
  await sql(
    `insert into events (type, livemode, operator_id, entity_id, data)
     select 'occupancy.changed', true, $1, 'made up', jsonb_build_object(
       'lot_id', 'x', 'occupancy_pct', 1, 'available_spaces', 1, 'threshold_pct', 1,
       'direction', 'up', 'as_of', '2026-11-20T12:00:00Z')
     from generate_series(1, $2::integer)`,
    [key.operatorId, count],
  );
  await sql('analyze events');
  const body = { since: inHours(-1), until: inHours(1) };
  const counts = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const told: Awaited<ReturnType<typeof replayed>> = await replayed(key, id, {
      ...body,
      ...(cursor !== '' && { cursor }),
    });
    expect(told.has_more).toBe(told.next_cursor !== null);
    counts.push([told.event_count, told.delivery_count]);
    cursor = told.next_cursor;
  }
  expect(counts).toEqual([
    [REPLAYED_MAX, REPLAYED_MAX],
    [REPLAYED_MAX, REPLAYED_MAX],
    [5, 5],
  ]);
  const over = await sql(
    `update deliveries set status = 'delivered', finished_at = now() where webhook_id = $1
     returning 1`,
    [id],
  );
  expect(over).toHaveLength(count);
  expect((await replayed(key, id, body)).delivery_count).toBe(REPLAYED_MAX);
  await sql('delete from deliveries where webhook_id = $1', [id]);
});

test('a small period is read by index, however many events and deliveries there are', async () => {
  const key = await newKey();
  const { id } = await made(key);
  for (const ago of ['50 minutes', '10 minutes'])
    await sql(
      `insert into events (type, livemode, operator_id, entity_id, created_at, data)
       select 'occupancy.changed', true, $1, 'made up', now() - $2::interval, '{}'
       from generate_series(1, 5000)`,
      [key.operatorId, ago],
    );
  await happened(key, 'occupancy.changed', { ago: '30 minutes' });
  await sql(
    `insert into deliveries (webhook_id, event_id, type, round, status, finished_at)
     select $1, event_id, type, 1, 'delivered', now() from events where operator_id = $2`,
    [id, key.operatorId],
  );
  await sql('analyze events, deliveries');
  const steps = await runExplained(api.database, 'deliveries_replay', {
    webhookId: id,
    since: new Date(Date.now() - 40 * 60_000),
    until: new Date(Date.now() - 20 * 60_000),
    types: ['occupancy.changed'],
    afterUs: null,
    afterId: null,
    eventsMax: REPLAYED_MAX,
    actorType: 'key',
    actorId: key.keyId,
    agentPlatform: null,
    requestId: 'req_test',
  });
  for (const table of ['events', 'deliveries']) {
    const read = steps.filter((step) => step['Relation Name'] === table);
    expect(read.length).toBeGreaterThan(0);
    for (const step of read) {
      expect(step['Node Type']).not.toBe('Seq Scan');
      expect(step['Actual Rows']).toBeLessThanOrEqual(1);
      expect(step['Rows Removed by Filter'] ?? 0).toBeLessThanOrEqual(1);
    }
  }
  await sql('delete from events where operator_id = $1', [key.operatorId]);
});
