import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../../../src/access/ids.ts';
import type { Principal } from '../../../../../src/access/principals/principal.ts';
import { claimDeliveries } from '../../../../../src/outbound/webhooks/courier/claim-deliveries.ts';
import { markResults } from '../../../../../src/outbound/webhooks/courier/mark-results.ts';
import { relayEvents } from '../../../../../src/outbound/webhooks/courier/relay-events.ts';
import { createWebhook } from '../../../../../src/outbound/webhooks/manage/create-webhook.ts';
import { replayEvents } from '../../../../../src/outbound/webhooks/manage/replay-events.ts';
import { openTestDatabase, type TestDatabase } from '../../../../stage/database.ts';
import { addCaller } from '../../../../stage/fixtures.ts';

const ROUNDS = 8;
const EVENTS_EACH = 200;
const ATTEMPT = {
  at: '2026-11-20T12:00:00.000Z',
  ms: 1,
  status: 200,
  failure: null,
  answer: '',
};
const context = { requestId: 'req_test', remember: undefined };

let database: TestDatabase;
let caller: Principal;
let webhookId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  caller = await addCaller(database);
  const { webhook } = await createWebhook(
    { db: database.db, checkEndpoint: async (url) => url },
    caller,
    { url: 'https://hooks.example.com', events: ['lot.updated'], description: null },
    context,
  );
  webhookId = webhook.webhookId;
});
afterAll(() => database.drop());

/** Writes events whose ids are in another order than their transactions. */
async function happen(): Promise<void> {
  const ids = Array.from({ length: EVENTS_EACH }, () =>
    newId('evt', Math.floor(Math.random() * 1e12 + 1e11)),
  );
  await database.sql(
    `insert into events (event_id, type, livemode, operator_id, entity_id, data)
     select id, 'lot.updated', true, $2, 'made up', '{}'
     from unnest($1::text[]) as id`,
    [ids, caller.operatorId],
  );
}

const replay = () => {
  const since = new Date(Date.now() - 3_600_000);
  const request = { webhookId, since, until: null, types: null, cursor: null };
  return replayEvents(database.db, caller, request, context);
};

async function send(): Promise<void> {
  const room = { rowLimit: 500, room: 500, known: new Map() };
  const { deliveries } = await claimDeliveries(database.courier, room, {
    vouched: ['https://hooks.example.com/'],
  });
  await markResults(
    database.courier,
    deliveries.toReversed().map(({ deliveryId, lease }) => ({
      delivery_id: deliveryId,
      lease,
      outcome: 'sent',
      retry_ms: null,
      attempt: ATTEMPT,
    })),
  );
}

test('replays beside the relay and couriers never block each other, and lose no event', async () => {
  for (let i = 0; i < ROUNDS; i++) {
    await happen();
    await Promise.all([replay(), relayEvents(database.courier), send(), replay(), send()]);
  }
  await relayEvents(database.courier);
  const [found] = await database.sql<{ count: number }>(
    `select count(*)::integer from deliveries join events using (event_id)
     where webhook_id = $1`,
    [webhookId],
  );
  expect(found?.count).toBe(ROUNDS * EVENTS_EACH);
});
