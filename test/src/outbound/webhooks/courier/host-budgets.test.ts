import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  claimDeliveries,
  HOST_BUDGETS,
} from '../../../../../src/outbound/webhooks/courier/claim-deliveries.ts';
import { WEBHOOKS_MAX } from '../../../../../src/outbound/webhooks/webhook.ts';
import { openPost, type Post } from '../stage.ts';

const { own, all } = HOST_BUDGETS;
const ROOM = { rowLimit: 5_000, room: 1_000, known: new Map() };
/** After everything that the tests write. */
const START = Date.now() + 86_400_000;
const at = (seconds: number) => new Date(START + seconds * 1_000);

let post: Post;
beforeAll(async () => {
  post = await openPost();
});
afterAll(() => post.database.drop());
beforeEach(async () => {
  await post.relay();
  await post.database.sql(
    `truncate deliveries, webhook_secrets, webhooks, webhook_addresses, webhook_host_budgets`,
  );
});

const HOST = 'https://hooks.example.com';

/** Operators with webhooks at proven addresses, and events that wait for them. */
async function addWaiting(operators: Post[], urls: string[], eventCount: number): Promise<void> {
  for (const operator of operators) for (const url of urls) await operator.addWebhook({ url });
  await post.database.sql('update webhook_addresses set verified_at = now(), due_at = null');
  for (const operator of operators) await operator.addEvents(eventCount);
  await post.relay();
}

const claim = async (seconds: number, vouched: string[] = []) =>
  (await claimDeliveries(post.database.courier, ROOM, { asOf: at(seconds), vouched })).deliveries;

const operatorsOf = (count: number) =>
  Promise.all(Array.from({ length: count }, () => openPost(post.database)));

test('twenty webhooks at one host share one budget, and what is beyond it waits without an attempt', async () => {
  const urls = Array.from({ length: WEBHOOKS_MAX }, (_, i) => `${HOST}/${i}`);
  await addWaiting([post], urls, 50);
  expect(await claim(0)).toHaveLength(own.burst);
  expect(await claim(0)).toHaveLength(0);
  expect(await claim(1)).toHaveLength(own.perSecond);
  expect(await claim(1.5)).toHaveLength(own.perSecond / 2);
  const rows = await post.deliveries();
  expect(rows).toHaveLength(WEBHOOKS_MAX * 50);
  expect(new Set(rows.map(({ status, try_count }) => `${status} ${try_count}`))).toEqual(
    new Set(['pending 0']),
  );
  // An hour of silence fills it, and no more than that.
  expect(await claim(3_600)).toHaveLength(own.burst);
  expect(await claim(3_600)).toHaveLength(0);
});

test('ten operators share the budget of a host, each gets the same of it, and no other host waits', async () => {
  const operators = await operatorsOf(10);
  await addWaiting(operators, [`${HOST}/1`, `${HOST}/2`], 100);
  await addWaiting([post], ['https://other.example.com/'], 10);
  const claimed = await claim(0);
  const ofHost = claimed.filter(({ url }) => url.startsWith(HOST));
  expect(ofHost).toHaveLength(all.burst);
  expect(claimed.length - ofHost.length).toBe(10);
  const owners = new Map(
    (
      await post.database.sql<{ webhook_id: string; operator_id: string }>(
        'select webhook_id, operator_id from webhooks',
      )
    ).map((row) => [row.webhook_id, row.operator_id]),
  );
  const counts = Map.groupBy(ofHost, ({ webhookId }) => owners.get(webhookId));
  expect([...counts.values()].map((rows) => rows.length)).toEqual(
    Array(10).fill(all.burst / operators.length),
  );
  expect(await claim(2)).toHaveLength(2 * all.perSecond);
});

test('couriers that claim at the same moment take no more than the budget', async () => {
  const urls = Array.from({ length: WEBHOOKS_MAX }, (_, i) => `${HOST}/${i}`);
  await addWaiting([post], urls, 50);
  expect(await claim(0)).toHaveLength(own.burst);
  const claims = await Promise.all(Array.from({ length: 8 }, () => claim(3)));
  expect(claims.flat().length).toBeLessThanOrEqual(3 * own.perSecond);
  const rest = await claim(3);
  expect(claims.flat().length + rest.length).toBe(3 * own.perSecond);
});

test('a host that is vouched for has no budget', async () => {
  await addWaiting([post], [`${HOST}/1`], 500);
  expect(await claim(0, [`${HOST}/`])).toHaveLength(500);
});
