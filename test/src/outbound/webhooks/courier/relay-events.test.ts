import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { relayEvents } from '../../../../../src/outbound/webhooks/courier/relay-events.ts';
import { openPost, type Post } from '../stage.ts';

let post: Post;

beforeAll(async () => {
  post = await openPost();
});
afterAll(() => post.database.drop());
beforeEach(async () => {
  await post.relay();
  await post.database.sql('truncate deliveries, webhook_secrets, webhooks');
});

const relayed = async () => (await post.deliveries()).map(({ event_id }) => event_id);

/** A transaction of its own that has written one event. */
async function openWriter(entity: string) {
  const client = new pg.Client({ connectionString: post.database.connectionString });
  await client.connect();
  await client.query('begin');
  const { rows } = await client.query<{ event_id: string }>(
    `insert into events (type, livemode, operator_id, entity_id, data)
     values ('lot.updated', true, $1, $2, '{}') returning event_id`,
    [post.operatorId, entity],
  );
  return {
    eventId: rows[0]?.event_id ?? '',
    async end(how: 'commit' | 'rollback') {
      await client.query(how);
      await client.end();
    },
  };
}

test('each event becomes one delivery for each webhook that wants it, and no other', async () => {
  const wanted = await post.addWebhook();
  const both = await post.addWebhook({ events: ['lot.updated', 'session.created'] });
  await post.addWebhook({ events: ['session.created'] });
  await post.addWebhook({ livemode: false });
  const stranger = await openPost(post.database);
  await stranger.addWebhook();
  const [eventId] = await post.addEvents();
  expect(await post.relay()).toEqual({ eventCount: 1, deliveryCount: 2 });
  expect(await post.relay()).toEqual({ eventCount: 0, deliveryCount: 0 });
  expect(await post.deliveries()).toMatchObject([
    { event_id: eventId, webhook_id: expect.toBeOneOf([wanted, both]) },
    { event_id: eventId, webhook_id: expect.toBeOneOf([wanted, both]) },
  ]);
});

test('an event that is committed after later ones is delivered, and holds none of them back', async () => {
  await post.addWebhook();
  const early = await openWriter('early');
  const later = await post.addEvents(3);
  await post.relay();
  expect((await relayed()).sort()).toEqual(later.sort());
  const last = await post.addEvents(1);
  await post.relay();
  await early.end('commit');
  await post.relay();
  expect((await relayed()).sort()).toEqual([...later, ...last, early.eventId].sort());
});

test('events are delivered in the order of their transactions', async () => {
  await post.addWebhook();
  const ids: string[] = [];
  for (let i = 0; i < 5; i += 1) ids.push(...(await post.addEvents(1)));
  await post.relay();
  expect(await relayed()).toEqual(ids);
});

test('an event that is rolled back is not delivered', async () => {
  await post.addWebhook();
  const writer = await openWriter('undone');
  await post.relay();
  await writer.end('rollback');
  const [kept] = await post.addEvents();
  await post.relay();
  expect(await relayed()).toEqual([kept]);
});

test('a relay that is killed anywhere changes nothing, and the next one does its work', async () => {
  await post.addWebhook();
  const ids = await post.addEvents(4);
  await expect(
    post.database.courier.transaction(async (connection) => {
      await relayEvents(connection);
      throw new Error('killed');
    }),
  ).rejects.toThrow('killed');
  expect(await relayed()).toEqual([]);
  await post.relay();
  expect((await relayed()).sort()).toEqual(ids.sort());
});

test('relays beside each other and writers that commit in any order: each event once', async () => {
  const webhooks = [await post.addWebhook(), await post.addWebhook()];
  let isWriting = true;
  const kept: string[] = [];
  const write = async (writer: number) => {
    for (let i = 0; i < 25; i += 1) {
      const one = await openWriter(`${writer}-${i}`);
      // Some stay open while others come and go.
      if (i % 3 === 0) await post.addEvents(1).then((ids) => kept.push(...ids));
      const isKept = i % 4 !== 0;
      if (isKept) kept.push(one.eventId);
      await one.end(isKept ? 'commit' : 'rollback');
    }
  };
  const relay = async () => {
    while (isWriting) await post.relay();
  };
  const relays = [relay(), relay(), relay()];
  await Promise.all([1, 2, 3, 4].map(write));
  isWriting = false;
  await Promise.all(relays);
  await post.relay();
  const expected = webhooks.flatMap((id) => kept.map((event) => `${id} ${event}`));
  const found = (await post.deliveries()).map(
    ({ webhook_id, event_id }) => `${webhook_id} ${event_id}`,
  );
  expect(found.sort()).toEqual(expected.sort());
});

test('a paused or deleted webhook gets nothing, and one that was resumed nothing from before', async () => {
  const { sql } = post.database;
  const paused = await post.addWebhook();
  const deleted = await post.addWebhook();
  await sql(
    `update webhooks set status = 'paused', paused_at = now(), pause_reason = 'operator'
     where webhook_id = $1`,
    [paused],
  );
  await sql('update webhooks set deleted_at = now() where webhook_id = $1', [deleted]);
  await post.addEvents(2);
  await post.relay();
  expect(await relayed()).toEqual([]);
  await post.addEvents(2);
  await sql(
    `update webhooks set status = 'active', paused_at = null, pause_reason = null,
       active_since = clock_timestamp()
     where webhook_id = $1`,
    [paused],
  );
  const [after] = await post.addEvents(1);
  await post.relay();
  expect(await relayed()).toEqual([after]);
});

test('on another database server every event without a delivery gets one, and no other', async () => {
  await post.addWebhook();
  const before = await post.addEvents(2);
  await post.relay();
  const waiting = await post.addEvents(1);
  // A restored dump: its transactions were counted by another server, far ahead of this one.
  await post.database.sql(
    `update relay_position set system_identifier = 1, seen = '900000000:900000000:'`,
  );
  await post.relay();
  expect((await relayed()).sort()).toEqual([...before, ...waiting].sort());
  const [next] = await post.addEvents(1);
  expect(await post.relay()).toEqual({ eventCount: 1, deliveryCount: 1 });
  expect(await relayed()).toContain(next);
});
